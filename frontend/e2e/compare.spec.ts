import { readFile } from "node:fs/promises";
import { fioDocument } from "./fio-documents.ts";
import { type Machine, machine, uploadRun } from "./machines.ts";
import { expect, type ImportedRun, importRun, test } from "./stack.ts";

/** Repeats as a machine gives them. Three times each of them is three times the whole, whatever is paired with what. */
const REPEATS = [4530, 4550, 4571, 4562];
const BLOCK = 2 ** 21;
const seq = (iops: number, at: Date) =>
  fioDocument(
    [{ name: "seq", rw: "read", bs_bytes: BLOCK, iodepth: 16, read: { iops, clat_ns: 1_122_304 } }],
    at,
  );
const slotRun = (iops: number, at: Date) =>
  fioDocument([{ name: "slot", rw: "randwrite", bs_bytes: 65_536, write: { iops, clat_ns: 111_104 } }], at);

const withKernel = ({ inventory, ...rest }: Machine, kernel: string): Machine => ({
  ...rest,
  inventory: { ...inventory, os: { kernel } },
});

let slots: ImportedRun[] = [];

test.beforeAll(async () => {
  for (const [i, iops] of REPEATS.entries()) {
    for (const [nps, factor, day] of [
      ["epyc-nps1", 1, 10],
      ["epyc-nps4", 3, 12],
    ] as const) {
      const startedAt = new Date(Date.UTC(2026, 10, day, 9 + i));
      const upload = { startedAt, fio: seq(iops * factor, startedAt), machine: machine(nps) };
      await uploadRun({ ...upload, host: "cmp-epyc" });
      // The same machine a second time, where the kernel was changed, too, and somebody pinned fio.
      await uploadRun({
        ...upload,
        host: "cmp-pinned",
        machine: withKernel(machine(nps), factor === 3 ? "6.8.0" : "5.15.0"),
        labels: { pinned: factor === 3 ? "yes" : "no" },
      });
    }
  }
  const [before, after] = [new Date("2026-11-03T09:00:00Z"), new Date("2026-11-04T09:00:00Z")];
  const about = { host: "cmp-mac", title: "carrier" };
  slots = [
    await importRun(slotRun(35_500, before), {
      ...about,
      started_at: before.toISOString(),
      "label.slot": "2",
    }),
    await importRun(slotRun(23_800, after), { ...about, started_at: after.toISOString(), "label.slot": "3" }),
  ];
});

const address = (base: string, ...news: string[]) =>
  `/compare?${new URLSearchParams([["base", base], ...news.map((one) => ["new", one])]).toString()}`;
const npsOf = (host: string) => address(`bios.nps=1&host=${host}`, `bios.nps=4&host=${host}`);

test("only nodes per socket changed: the ratio, its interval and what it may be put down to", async ({
  page,
}) => {
  await page.goto(npsOf("cmp-epyc"));
  await expect(page.getByRole("heading", { level: 1, name: "NPS 1 vs. NPS 4" })).toBeVisible();
  const result = page.getByRole("region", { name: "Answer", exact: true });
  await expect(result).toContainText("NPS 4 is 3.000 times as fast as NPS 1 (95 % CI");
  await expect(result).toContainText("Of what was recorded, only NUMA nodes per socket 1 → 4 changed.");
  await expect(page.getByText("Only NPS (1 → 4) differs.")).toBeVisible();

  const table = page.getByRole("table", { name: "Bandwidth of every compared workload" });
  const row = table.getByRole("row", { name: /Sequential read 2\sMiB/ }).first();
  // By their texts: which columns fold into the workload's cell depends on the width.
  for (const text of ["9.55 GB/s", "28.7 GB/s", "▲ +200.0 %", "Better", "4 / 4"]) {
    await expect(row.getByRole("cell", { name: text, exact: true })).toBeVisible();
  }
  // The second interval, and why it decides nothing.
  await expect(table).toContainText(
    /Bootstrap interval \+1\d\d\.\d\s% to \+2\d\d\.\d\s% around ▲ \+200\.0\s%\./,
  );
  await expect(table).toContainText("that is why the verdict rests on the interval from ranks.");
  // One workload alone is open: every run with its figure, each a link.
  await expect(page.getByRole("region", { name: "Runs of NPS 4" }).getByRole("link")).toHaveCount(4);

  const changed = page.getByRole("table", { name: "What differs" });
  await expect(changed.getByRole("row")).toHaveCount(2);
  const cells = changed.getByRole("row", { name: /NUMA nodes per socket/ }).getByRole("cell");
  await expect(cells.nth(0)).toHaveText("1");
  await expect(cells.nth(1)).toHaveText("4");
  await expect(page.getByText("firmware: different")).toBeVisible();

  // Every run of both sides on one axis, and what each side stands at.
  const runs = page.getByTestId("chart-every-run");
  await expect(runs).toContainText("NPS 1: 9.50 GB/s to 9.59 GB/s, n = 4");
  await expect(page.getByRole("table", { name: "Bottleneck per side" })).toContainText("Data quality");
});

test("paper is light, has every column and says what it belongs to", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto(npsOf("cmp-epyc"));
  const table = page.getByRole("table", { name: "Bandwidth of every compared workload" });
  await expect(table.getByRole("columnheader", { name: "95 % interval" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add a side" })).toBeHidden();
  const root = page.locator("html");
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "light");
  await expect(page.getByText("Hodges–Lehmann")).toBeVisible();
  expect(await root.evaluate((html) => getComputedStyle(html).getPropertyValue("--paper-title"))).toBe(
    '"NPS 1 vs. NPS 4"',
  );
  const [needed, given] = await table.evaluate((one) => [one.scrollWidth, one.parentElement?.clientWidth]);
  expect(needed).toBeLessThanOrEqual(given ?? 0);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
});

test("swapping the sides gives the reciprocal, and back undoes it", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(npsOf("cmp-epyc"));
  await page.getByRole("button", { name: "Swap base and new" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "NPS 4 vs. NPS 1" })).toBeVisible();
  await expect(page.getByRole("cell", { name: "▼ −66.67 %" }).first()).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("cell", { name: "▲ +200.0 %" }).first()).toBeVisible();
});

test("with further changes planted the attribution is refused and each is named", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(npsOf("cmp-pinned"));
  const result = page.getByRole("region", { name: "Answer", exact: true });
  await expect(result).toContainText("Three settings differ.");
  await expect(page.getByText("3 settings differ at once.")).toBeVisible();
  await expect(page.getByText(/^One change/)).toHaveCount(0);
  // Nothing of a job differs: base's own file, and the machine is changed by hand.
  await expect(result).toContainText("1 job file and 3 steps by hand, one setting changed in each.");
  await result.getByRole("link", { name: "Show the job files" }).click();
  const files = page.getByRole("region", { name: "Job files that separate the changes" });
  await expect(files.getByRole("listitem")).toHaveCount(4);
  await expect(files).toContainText("NPS 1 → 4");
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    files.getByRole("button", { name: "Download 1-base.fio" }).click(),
  ]);
  expect(await readFile(await file.path(), "utf8")).toMatch(/\[seq\]\nrw=read\nbs=/);
});

test("one run against one: two numbers and no claim", { tag: "@nightly" }, async ({ page }) => {
  const [before, after] = slots;
  // At depth 1 the page speaks of p99 unless a reader asks for something else.
  await page.goto(`${address(`run=${before?.id}`, `run=${after?.id}`)}&metric=iops`);
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText(
    "Slot 3 gives 23.8k IOPS where Slot 2 gave 35.5k IOPS: 0.67 times as much.",
  );
  const row = page.getByRole("table", { name: "IOPS of every compared workload" }).getByRole("row").nth(1);
  await expect(row).toContainText("Too few runs");
  await expect(row.getByTitle("Fewer than 3 runs on a side.")).toBeVisible();
  const missing = page.getByRole("region", { name: "Runs needed for significance" });
  await missing.getByText("2 commands").click();
  await expect(missing.getByRole("listitem")).toHaveCount(2);
  await expect(missing).toContainText("2 more runs of new, same setup: randwrite bs=64k");
  await expect(missing).toContainText("The command overwrites its target.");
  await expect(missing.getByRole("button", { name: "Copy fio command" })).toHaveCount(2);
  await expect(page.getByText("Better", { exact: true })).toHaveCount(0);
  await expect(page.getByText("Worse", { exact: true })).toHaveCount(0);
});

test("two runs against four give the p-value and which runs are missing", {
  tag: "@nightly",
}, async ({ page }) => {
  const earlier = "2026-11-10T09:00:00Z..2026-11-10T10:30:00Z";
  await page.goto(address(`bios.nps=1&host=cmp-epyc&started_at=${earlier}`, "bios.nps=4&host=cmp-epyc"));
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText("1 more run of");
  await expect(page.getByRole("table", { name: "Bandwidth of every compared workload" })).toContainText(
    "Every new run is above every base run (p = 0.067).",
  );
  const missing = page.getByRole("region", { name: "Runs needed for significance" });
  await expect(missing.getByRole("listitem")).toHaveCount(1);
  await expect(missing).toContainText("1 more run of base, same setup: read bs=2M");
});

test("the metric follows from the kind of workload until a reader chooses another", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(npsOf("cmp-epyc"));
  const result = page.getByRole("region", { name: "Answer", exact: true });
  await expect(result).toContainText("Bandwidth, n = 4");
  await page.getByLabel("Metric (automatic)", { exact: true }).first().click();
  await page.getByRole("option", { name: "IOPS", exact: true }).click();
  await expect(page).toHaveURL(/metric=iops/);
  await expect(result).toContainText("IOPS, n = 4");
});

test("the sides are chosen by filter, and the address holds the choice", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/compare");
  for (const [name, filter] of [
    ["Base side", "host=cmp-epyc bios.nps=1"],
    ["New side", "host=cmp-epyc bios.nps=4"],
  ] as const) {
    const side = page.getByRole("region", { name });
    await side.getByPlaceholder(/^Search runs or filter/).fill(filter);
    await side.getByPlaceholder(/^Search runs or filter/).press("Enter");
    await expect(side.getByRole("status")).toHaveText("4 runs");
  }
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText(
    "3.000 times as fast",
  );
  await page.reload();
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText(
    "3.000 times as fast",
  );
});

test("a further side is a column of its own and can be taken away again", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`${npsOf("cmp-epyc")}&new=${encodeURIComponent("bios.nps=4&host=cmp-pinned")}`);
  await expect(page.getByRole("region", { name: "Answer: NPS 4, Host cmp-pinned" })).toBeVisible();
  await page.getByRole("button", { name: "Remove New 2" }).click();
  await expect(page).not.toHaveURL(/cmp-pinned/);
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toBeVisible();
});

test("a run page offers what it can be compared with", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs?host=cmp-epyc&bios.nps=4`);
  const row = page.getByRole("row", { name: /12 Nov 09:00/ }).first();
  await row.getByRole("link").first().click();
  await page.getByRole("button", { name: "Compare with…" }).click();
  await page.getByRole("menuitem", { name: /^Previous configuration of cmp-epyc/ }).click();
  await expect(page).toHaveURL(/\/compare\?base=run/);
  await expect(page.getByRole("region", { name: "Answer", exact: true })).toContainText(
    "3.000 times as fast",
  );
});

test("what cannot be compared is said with its cause, and the sides stay to be mended", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(address("wheels=4", "host=cmp-epyc"));
  await expect(page.getByRole("alert")).toContainText("wheels");
  await expect(page.getByRole("button", { name: "Change Base" })).toBeVisible();
});

test("the figures are taken away in base units", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(npsOf("cmp-epyc"));
  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "CSV figures, base units" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(lines[0]).toMatch(/^workload,direction,metric,unit,base_n,/);
  expect(lines.find((line) => line.includes(",bw_bytes_per_s,"))).toContain(",bytes/s,4,");
});
