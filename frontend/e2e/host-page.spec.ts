import { readFile } from "node:fs/promises";
import { fioDocument } from "./fio-documents.ts";
import { machine, minuteOfSamples, type StoredRun, uploadRun } from "./machines.ts";
import { expect, importRun, test } from "./stack.ts";

const BLOCK = 2 ** 21;
const startedAt = new Date("2026-11-12T09:00:00Z");
const before = new Date("2026-11-10T09:00:00Z");
const fio = (iops: number, at: Date) =>
  fioDocument(
    [{ name: "seq", rw: "read", bs_bytes: BLOCK, iodepth: 16, read: { iops, clat_ns: 1_122_304 } }],
    at,
  );
/** Sentinels: each drive moves another figure, so that a swapped one is noticed. */
const drives = [
  { name: "nvme0n1", bytesPerS: 7_100_000_000, celsius: 41 },
  { name: "nvme1n1", bytesPerS: 7_000_000_000, celsius: 44 },
  { name: "nvme2n1", bytesPerS: 6_900_000_000, celsius: 47 },
  { name: "nvme3n1", bytesPerS: 5_200_000_000, celsius: 50 },
];

let epyc: StoredRun;
let vm: StoredRun;

test.beforeAll(async () => {
  await uploadRun({
    host: "pic-epyc",
    startedAt: before,
    fio: fio(4000, before),
    machine: machine("epyc-nps1"),
  });
  epyc = await uploadRun({
    host: "pic-epyc",
    startedAt,
    fio: fio(13_539, startedAt),
    machine: machine("epyc-nps4"),
    samples: minuteOfSamples(drives, BLOCK, startedAt),
  });
  vm = await uploadRun({ host: "pic-vm", startedAt, fio: fio(800, startedAt), machine: machine("vm") });
});

test("a host is found in the list and shows its machine from socket to drive", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/hosts");
  await page.getByRole("link", { name: "pic-epyc", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "pic-epyc" })).toBeVisible();
  await page
    .getByRole("navigation", { name: "Parts of this host" })
    .getByRole("link", { name: "Hardware" })
    .click();
  const picture = page.getByRole("tree", { name: /^The machine/ });
  await expect(picture.getByRole("treeitem")).toHaveCount(8);
  await expect(picture.getByRole("treeitem", { name: /^PCIE_1_A, root port/ })).toBeVisible();
  await expect(
    picture.getByRole("treeitem", { name: /^nvme3n1, drive, .*link Gen4 x4, full speed and width/ }),
  ).toBeVisible();
});

test("the picture is walked by keyboard and tells everything of a part", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/hosts/${epyc.hostId}#hardware`);
  await page.getByRole("treeitem", { name: /^Socket 0/ }).focus();
  // Socket 0 → root port → switch → its first drive → the next.
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key);
  await expect(page.getByRole("treeitem", { name: /^nvme1n1/ })).toBeFocused();
  await page.keyboard.press("Enter");
  const details = page.getByRole("region", { name: "Details of nvme1n1" });
  await expect(details).toContainText("0000:24:00.0");
  await expect(details).toContainText("full speed and width");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("treeitem", { name: /^Switch/ })).toBeFocused();
});

test("a run shows what it moved over each link, in picture and table alike", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/runs/${epyc.id}#path`);
  const frame = page.getByTestId("chart-machine");
  await expect(frame.getByRole("treeitem", { name: /^nvme3n1.* measured 5\.\d+\sGB\/s/ })).toBeVisible();
  await frame.getByRole("button", { name: "Table" }).click();
  const measured = async (drive: string) =>
    Number.parseFloat(
      (await frame
        .getByRole("row", { name: new RegExp(drive) })
        .getByRole("cell")
        .nth(6)
        .textContent()) ?? "",
    );
  const figures = await Promise.all(drives.map(({ name }) => measured(name)));
  for (const [i, figure] of figures.entries()) {
    expect(Math.abs(figure * 1e9 - (drives[i]?.bytesPerS ?? 0))).toBeLessThan(1e8);
  }
});

test("the picture is downloaded as it stands, with its words", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs/${epyc.id}#path`);
  const frame = page.getByTestId("chart-machine");
  await expect(frame.locator("[data-ready]")).toBeVisible();
  await frame.getByRole("button", { name: /^Download PCIe topology/ }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "SVG picture" }).click(),
  ]);
  const svg = await readFile(await file.path(), "utf8");
  for (const words of ["PCIE_1_A", "nvme0n1", "Gen4 x16", "used by this run", "fioboard · http"]) {
    expect(svg).toContain(words);
  }
  expect(svg).not.toContain("var(--");
});

test("a change opens field by field, and its address keeps it open", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/hosts/${epyc.hostId}#hardware`);
  const changes = page.getByRole("region", { name: "What changed" });
  await expect(changes.getByText("NUMA nodes per socket: 1 → 4")).toBeVisible();
  await changes.getByRole("button", { name: "Difference" }).click();
  const row = changes.getByRole("row", { name: /NUMA nodes per socket/ });
  await expect(row.getByRole("cell").nth(1)).toHaveText("1");
  await expect(row.getByRole("cell").nth(2)).toHaveText("4");
  await expect(changes.getByText("firmware: different")).toBeVisible();
  await page.reload();
  await expect(row).toBeVisible();
  await page.goBack();
  await expect(row).toBeHidden();
});

test("an older inventory is shown on request, and any two are compared", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/hosts/${epyc.hostId}#hardware`);
  const nodes = page.getByRole("region", { name: "CPU", exact: true });
  await expect(nodes).toContainText("Nodes per socket4");
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(page.getByText("This is not the newest inventory of pic-epyc.")).toBeVisible();
  await expect(nodes).toContainText("Nodes per socket1");
  await page.getByRole("button", { name: "Compare" }).click();
  await expect(page).toHaveURL(/\/inventories\/[0-9a-f-]+\/diff\/[0-9a-f-]+$/);
  await expect(
    page.getByRole("heading", { level: 1, name: "Differences between two inventories" }),
  ).toBeVisible();
  const cells = page.getByRole("row", { name: /NUMA nodes per socket/ }).getByRole("cell");
  await expect(cells.nth(2)).toHaveText("4");
  await page.getByRole("link", { name: "Swap base and new" }).click();
  await expect(cells.nth(2)).toHaveText("1");
});

test("the inventory is taken away as the service has it", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/hosts/${epyc.hostId}#hardware`);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "JSON", exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("inventory-pic-epyc.json");
  // Our own download; the fields asserted below are the shape.
  const document = JSON.parse(await readFile(await file.path(), "utf8")) as Record<string, unknown>;
  expect(document["volumes"]).toEqual(machine("epyc-nps4").inventory["volumes"]);
});

test("a virtual machine says what it cannot show", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/hosts/${vm.hostId}#hardware`);
  await expect(page.getByText(/Virtual machine: physical slots and links/)).toBeVisible();
  await expect(page.getByRole("region", { name: "System", exact: true })).toContainText("Unknown");
});

test("on a phone the machine is a list as wide as the screen", { tag: "@nightly" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/runs/${epyc.id}#path`);
  const picture = page.getByRole("tree");
  await expect(picture).toBeVisible();
  const box = await picture.boundingBox();
  expect(box?.width).toBeLessThanOrEqual(370);
  const tops = await picture
    .getByRole("treeitem")
    .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
});

test("pasted hardware goes to the runs that were chosen, as stated by a person", { tag: "@nightly" }, async ({
  page,
}) => {
  const day = 24 * 3_600_000;
  const [old, recent] = [400, 1].map((days) => new Date(Date.now() - days * day));
  for (const at of [old, recent]) {
    if (at !== undefined) await importRun(fio(at === old ? 3000 : 3100, at), { host: "pasted-host" });
  }
  await page.goto("/hosts");
  await page.getByRole("link", { name: "pasted-host", exact: true }).click();
  await page.getByRole("link", { name: "Hardware", exact: true }).click();
  const form = page.getByRole("form", { name: "Paste the inventory" });
  await expect(form.getByText(/^Applies to .*1 of 2\sruns without hardware/)).toBeVisible();
  await form.getByLabel("Inventory, JSON").fill(JSON.stringify(machine("laptop").inventory, null, 4));
  const stored = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && /\/hardware$/.test(answer.url()),
  );
  await form.getByRole("button", { name: /Add hardware to 1\srun/ }).click();
  expect((await stored).ok()).toBe(true);
  await page.reload();
  const card = page.getByRole("region", { name: "Manually added hardware" });
  await expect(card).toContainText(/1\srun of this host has no hardware/);
  const pasted = page.waitForEvent("download");
  await card.getByRole("link", { name: "As it was pasted" }).click();
  expect(await readFile(await (await pasted).path(), "utf8")).toBe(
    JSON.stringify(machine("laptop").inventory, null, 4),
  );
  await card.getByText(/^Add the hardware of/).click();
  await expect(card.getByText(/^No run is affected/)).toBeVisible();
});
