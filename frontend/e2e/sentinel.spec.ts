/** Read is 111 and write is 222 in every unit, from the file to the glass: a swapped pair cannot hide. */
import type { Locator, Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, test } from "./stack.ts";

/** 1,000,000 bytes a block make MB/s equal to IOPS; 111104 and 222208 ns are the bins around 111 and 222 µs. */
const READ = { iops: 111, clat_ns: 111_104 };
const WRITE = { iops: 222, clat_ns: 222_208 };

let runId = "";

test.beforeAll(async () => {
  const job = { name: "sentinel", rw: "rw", bs_bytes: 1_000_000, read: READ, write: WRITE };
  const document = fioDocument([job], new Date("2026-11-19T14:00:00Z"));
  runId = (await importRun(document, { host: "sentinel", started_at: "2026-11-19T14:00:00Z" })).id;
});

/** Non-breaking spaces read as spaces. */
async function texts(cells: Locator): Promise<string[]> {
  await expect(cells.first()).toBeVisible();
  return (await cells.allInnerTexts()).map((text) => text.replaceAll("\u00a0", " ").trim());
}

test("the run history shows read above write with their own figures", async ({ page }) => {
  const row = page.getByRole("row").filter({ hasText: "sentinel" });
  const lines = async (column: string) =>
    (await texts(row.locator(`[data-column="${column}"]`)))[0]?.split("\n");
  await page.goto("/runs?host=sentinel");
  await expect(row).toHaveCount(1);
  // A letter for the eye, the word for who has it read out.
  expect((await lines("result"))?.join(" ")).toMatch(/^R read +111 MB\/s W write +222 MB\/s$/);
  await page.goto("/runs?host=sentinel&columns=run,host,direction,iops,bw_bytes_per_s,clat_p99_ns");
  expect(await lines("direction")).toEqual(["read", "write"]);
  expect(await lines("iops")).toEqual(["111", "222"]);
  expect(await lines("bw_bytes_per_s")).toEqual(["111 MB/s", "222 MB/s"]);
  expect(await lines("clat_p99_ns")).toEqual(["111 µs", "222 µs"]);
});

test("the run page heads each direction with its own figures, read first", async ({ page }) => {
  await page.goto(`/runs/${runId}`);
  const strips = page.getByRole("region", { name: /^sentinel, (read|write)$/ });
  await expect(strips).toHaveCount(2);
  for (const [place, word, n] of [
    [0, "read", "111"],
    [1, "write", "222"],
  ] as const) {
    const strip = strips.nth(place);
    await expect(strip.getByRole("heading")).toContainText(word);
    expect(await texts(strip.getByRole("definition"))).toEqual([
      n,
      `${n},000 I/Os`,
      `${n} MB/s`,
      place === 0 ? "106 MiB/s" : "212 MiB/s",
      `${n} µs`,
      `mean ${n} µs`,
      `${n} µs`,
      `n = ${n},000`,
      `${n} µs`,
      `max ${n} µs`,
      "11 %",
      "usr 1.5 %, sys 9.5 % of a core",
      "16 min 40 s",
      `${n} GB transferred`,
    ]);
  }
});

test("the result table has read before write", async ({ page }) => {
  await page.goto(`/runs/${runId}#results`);
  const rows = page.getByRole("table", { name: "Results per job and direction" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  expect((await texts(rows.nth(1).getByRole("cell"))).slice(0, 4)).toEqual([
    "read",
    expect.stringMatching(/^rw 1 MB QD 1/),
    "111",
    "111 MB/s",
  ]);
  expect((await texts(rows.nth(2).getByRole("cell"))).slice(0, 4)).toEqual([
    "write",
    expect.stringMatching(/^rw 1 MB QD 1/),
    "222",
    "222 MB/s",
  ]);
});

/** Moves the mouse over a plot from left to right and collects what the tooltip says on the way. */
async function hover(page: Page, name: string): Promise<Map<string, string[]>> {
  const frame = page.getByTestId(`chart-${name}`);
  await expect(frame.locator("[data-ready]")).toBeVisible();
  const plot = frame.locator("svg.recharts-surface").first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (box === null) throw new Error("the plot has no place on the screen");
  const tooltips = new Map<string, string[]>();
  for (let share = 0.08; share < 1; share += 0.02) {
    await page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
    const tooltip = frame.getByTestId("chart-tooltip");
    if ((await tooltip.count()) === 0) continue;
    // biome-ignore lint/performance/useDomNodeTextContent: the lines as they are laid out are what is read
    const [title = "", ...rows] = (await tooltip.innerText()).replaceAll("\u00a0", " ").split("\n");
    tooltips.set(
      title,
      rows.map((row) => row.trim().replaceAll(/\s+/g, " ")).filter((row) => row !== ""),
    );
  }
  return tooltips;
}

test("hovering the percentile chart reads 111 for read and 222 for write at every percentile", async ({
  page,
}) => {
  await page.goto(`/runs/${runId}#latency`);
  const tooltips = await hover(page, "latency-percentiles");
  expect([...tooltips.keys()]).toEqual(expect.arrayContaining(["p50", "p90", "p99", "p99.9", "p99.99"]));
  for (const [percentile, rows] of tooltips) {
    expect(rows.join(" "), percentile).toMatch(/^read 111 µs write 222 µs/);
  }
});

test("hovering the distribution shows read complete where write has not begun", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/runs/${runId}#latency`);
  const tooltips = await hover(page, "latency-cdf");
  // The upper ends of the bins that hold 111.1 and 222.2 µs.
  expect(tooltips.get("≤ 112 µs")?.join(" ")).toMatch(/^read 100 % write 0 %/);
  expect(tooltips.get("≤ 223 µs")?.join(" ")).toMatch(/^read 100 % write 100 %/);
});

test("the table twin says the same as the curve", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs/${runId}#latency`);
  const frame = page.getByTestId("chart-latency-percentiles");
  await frame.getByRole("button", { name: "Table" }).click();
  const table = frame.getByRole("table", { name: "Completion latency by percentile" });
  await expect(table).toBeVisible();
  expect(await texts(table.getByRole("columnheader"))).toEqual(["Percentile", "read", "write"]);
  const row = table.getByRole("row", { name: /^p99\.9 / });
  expect(await texts(row.getByRole("cell"))).toEqual(["111 µs", "222 µs"]);
});
