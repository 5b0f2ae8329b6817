import { createHash } from "node:crypto";
import { axe } from "./axe.ts";
import { fioDocument } from "./fio-documents.ts";
import { machine, minuteOfSamples, oneDrive, type StoredRun, uploadRun } from "./machines.ts";
import { isWhole, refusalsOf } from "./policy.ts";
import { expect, importRun, stack, test } from "./stack.ts";

const AXE_MODEL = "AXE DRIVE";
const BATCH = "a1a1a1a1-0000-4000-8000-000000000001";
let runId = "";
let measured: StoredRun;
let older: StoredRun;

test.beforeAll(async () => {
  const figures = { iops: 333, clat_ns: 111_104 };
  const document = fioDocument(
    [{ name: "job", rw: "randrw", bs_bytes: 4096, read: figures, write: figures }],
    new Date("2026-11-18T09:00:00Z"),
  );
  const query = { host: "axe", started_at: "2026-11-18T09:00:00Z", tag: "nightly", "label.fan": "off" };
  runId = (await importRun(document, query)).id;
  const startedAt = new Date("2026-11-18T09:00:00Z");
  const drives = [0, 1, 2, 3].map((i) => ({ name: `nvme${i}n1`, bytesPerS: 7e9, celsius: 40 + i }));
  const upload = { host: "axe-epyc", fio: document, batch: { id: BATCH, name: "axe", step: 1, steps: 1 } };
  older = await uploadRun({
    ...upload,
    startedAt: new Date("2026-11-17T09:00:00Z"),
    machine: machine("epyc-nps1"),
  });
  measured = await uploadRun({
    ...upload,
    startedAt,
    machine: machine("epyc-nps4"),
    samples: minuteOfSamples(drives, 4096, startedAt),
  });
  const read = [{ name: "job", rw: "randread", bs_bytes: 4096, iodepth: 32, read: figures }];
  const alone = oneDrive(machine("epyc-nps1"), AXE_MODEL);
  await uploadRun({ host: "axe-drive", fio: fioDocument(read, startedAt), startedAt, machine: alone });
});

const PAGES = {
  today: () => "/today?days=30",
  "run history": () => "/runs?host=axe",
  "run page": () => `/runs/${runId}`,
  "run with machine and samples": () => `/runs/${measured.id}`,
  explore: () => "/explore?x=numa.local&metric=bw_bytes_per_s&host=axe-epyc",
  "explore to be chosen": () => "/explore",
  "shared links": () => "/shares",
  "deleted runs": () => "/trash",
  comparison: () =>
    `/compare?${new URLSearchParams({ base: `run=${older.id}`, new: `run=${measured.id}` }).toString()}`,
  "comparison to be chosen": () => "/compare",
  hosts: () => "/hosts",
  fleet: () => "/fleet",
  changes: () => "/changes?state=any",
  events: () => "/events?state=any&gone=shown",
  "drive models": () => "/models",
  datasheets: () => "/datasheets",
  "one datasheet": () => "/datasheets/intel-dc-p3700-400-gb",
  "one drive model": () => `/models/${createHash("md5").update(AXE_MODEL).digest("hex")}`,
  "host page": () => `/hosts/${measured.hostId}?changes=${measured.inventoryId}`,
  "difference of inventories": () => `/inventories/${older.inventoryId}/diff/${measured.inventoryId}`,
  batch: () => `/batches/${BATCH}`,
  settings: () => "/settings/tokens",
  account: () => "/settings/account",
  people: () => "/settings/people",
  "audit log": () => "/settings/audit",
  notifications: () => "/settings/notifications",
  references: () => "/settings/references",
  join: () => "/join#code=x",
  "sign-in": () => "/login",
  "unknown address": () => "/nowhere",
  "missing run": () => "/runs/01a1fe66-0000-7000-8000-000000000000",
};

for (const [name, address] of Object.entries(PAGES)) {
  test(`${name} has no accessibility fault and keeps its policy, wide or narrow, light or dark`, async ({
    page,
  }) => {
    // The check itself takes its time on a page of many charts.
    test.slow();
    const refusals = await refusalsOf(page);
    await page.goto(address());
    await isWhole(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const check = axe(page);
        // All else is the same in both schemes, and was looked at in the light one.
        if (colorScheme === "dark") check.withRules(["color-contrast", "link-in-text-block"]);
        const { violations } = await check.analyze();
        const faults = violations.map(
          ({ id, nodes }) =>
            `${id} at ${width}, ${colorScheme}: ${nodes.map((node) => node.target).join(" | ")}`,
        );
        expect(faults).toEqual([]);
        // Nothing makes the page itself scroll sideways.
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      }
    }
    expect(refusals).toEqual([]);
  });
}

test("dialogs and menus have no accessibility fault", async ({ page }) => {
  await page.goto(`/runs/${runId}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("dialog", { name: "Edit run" })).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Download Completion latency by percentile" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
});

test("the drawer of filters has no accessibility fault on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/runs");
  await page.getByRole("button", { name: "Filters" }).click();
  const drawer = page.getByRole("dialog", { name: "Filters" });
  await expect(drawer.getByRole("button", { name: /^Host/ })).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
});

test("the first tab stop skips the navigation", async ({ page }) => {
  await page.goto("/runs?host=axe");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("button", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL(/\/runs\?host=axe$/);
});

test("a run is opened and its chart read by keyboard alone", async ({ page }) => {
  await page.goto("/runs?host=axe");
  await page.getByRole("row").nth(1).getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle("/data/test · random read and write 4\u00a0KiB, QD 1, 1 job · fioboard");

  const frame = page.getByTestId("chart-latency-percentiles");
  await expect(frame.locator("[data-ready]")).toBeVisible();
  await frame.getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(frame.getByRole("status")).toHaveText(/^p70: read 111\sµs, write 111\sµs$/);
});

test("a line is switched off and on by its legend button", async ({ page }) => {
  await page.goto(`/runs/${runId}`);
  const frame = page.getByTestId("chart-latency-percentiles");
  const lines = frame.locator(".recharts-line-curve");
  await expect(lines).toHaveCount(2);
  await frame.getByRole("button", { name: "write" }).click();
  await expect(frame.getByRole("button", { name: "write" })).toHaveAttribute("aria-pressed", "false");
  await expect(lines).toHaveCount(1);
});

test("on a phone the navigation is a drawer that gives the focus back", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/runs?host=axe");
  const open = page.getByRole("button", { name: "Open navigation" });
  await open.click();
  await expect(page.getByRole("dialog", { name: "Navigation" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await open.click();
  await page.getByRole("dialog").getByRole("link", { name: "Hosts" }).click();
  await expect(page).toHaveURL(/\/hosts$/);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("j and k walk the history row by row, x ticks, and each row is read out", async ({ page }) => {
  await page.goto("/runs?host=axe&host=axe-epyc");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("row").nth(1)).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("row").nth(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.getByRole("row").nth(1)).toBeFocused();
  await page.goto("/runs?host=axe");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("row").nth(1)).toHaveAttribute("aria-selected", "true");
  expect((await axe(page).analyze()).violations).toEqual([]);
});

test("what the search box suggests is counted aloud and reached by the arrows", async ({ page }) => {
  await page.goto("/runs?host=axe");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("/");
  const box = page.getByRole("combobox", { name: "Search runs" });
  await expect(box).toBeFocused();
  await page.keyboard.type("bs");
  await expect(page.getByText(/^\d+ suggestions?$/)).toHaveAttribute("aria-live", "polite");
  await page.keyboard.press("ArrowDown");
  const option = await box.getAttribute("aria-activedescendant");
  await expect(page.locator(`[id="${option}"]`)).toHaveRole("option");
});

test("a dialog out of a menu gives the focus back to the menu's button", async ({ page }) => {
  const made = await page.request.post("/api/v1/shares", {
    headers: { origin: new URL(stack().url).origin },
    data: {
      kind: "run",
      spec: { run_id: runId },
      expires_at: new Date(Date.now() + 864e5).toISOString(),
      label: "axe",
    },
  });
  expect(made.status()).toBe(201);
  await page.goto("/shares");
  const actions = page.getByRole("button", { name: /^Actions for/ }).first();
  for (const way of ["Escape", "Close"]) {
    await actions.click();
    await page.getByRole("menuitem", { name: "Who opened it…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    expect((await axe(page).analyze()).violations).toEqual([]);
    if (way === "Escape") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: "Close" }).click();
    await expect(actions).toBeFocused();
  }
});
