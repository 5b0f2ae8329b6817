import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
import { watchShifts } from "./layout-shift.ts";
import { machine, minuteOfSamples, uploadRun } from "./machines.ts";
import { expect, importRun, test } from "./stack.ts";

const startedAt = new Date("2026-11-13T09:00:00Z");
const fio = fioDocument(
  [{ name: "seq", rw: "read", bs_bytes: 65_536, iodepth: 16, read: { iops: 20_000, clat_ns: 321_536 } }],
  startedAt,
);
/** One drive that reads 1.11 GB/s: the sentinel to find again in the chart. */
const samples = minuteOfSamples(
  [{ name: "nvme0n1", bytesPerS: 1_110_000_000, celsius: 33 }],
  65_536,
  startedAt,
);
let runId = "";

test.beforeAll(async () => {
  runId = (await uploadRun({ host: "series", startedAt, fio, machine: machine("laptop"), samples })).id;
});

async function openRun(page: Page, search = "") {
  await page.goto(`/runs/${runId}${search}#time`);
  const chart = page.getByTestId("chart-time");
  await expect(chart.locator("[data-ready]")).toBeVisible();
  return chart;
}

const plain = (text: string | null) => (text ?? "").replaceAll("\u00a0", " ");

test("everything stands on one clock, one lane below the other, in order of time", {
  tag: "@nightly",
}, async ({ page }) => {
  const chart = await openRun(page);
  const lanes = await chart
    .locator("[data-lane]")
    .evaluateAll((all) => all.map((lane) => lane.getAttribute("data-lane")));
  expect(lanes.slice(0, 2)).toEqual(["iops", "bandwidth"]);
  expect(lanes).toContain("temperature");
  await chart.getByRole("button", { name: "Table" }).click();
  const headers = (await chart.getByRole("columnheader").allTextContents()).map(plain);
  const cells = await chart.getByRole("row").nth(1).getByRole("cell").allTextContents();
  const cell = (name: string) => plain(cells[headers.indexOf(name) - 1] ?? "none");
  expect(cell("Bandwidth: nvme0n1, read")).toBe("1.11 GB/s");
  expect(cell("Drive temperature: nvme0n1")).toBe("33 °C");
  const times = await chart.getByRole("rowheader").allTextContents();
  expect(times.slice(0, 3)).toEqual(["0:00", "0:01", "0:02"]);
  // Nothing was sampled from 0:40 to 0:42: no row, and no zero.
  expect(times).not.toContain("0:41");
});

test("a gap in the samples is a gap in the line", { tag: "@nightly" }, async ({ page }) => {
  const chart = await openRun(page);
  const path = await chart.locator('[data-lane="bandwidth"] [data-curve]').first().getAttribute("d");
  expect(path?.match(/M/g)).toHaveLength(2);
});

test("dragging chooses a window: its figures, the address, back and Escape", { tag: "@nightly" }, async ({
  page,
}) => {
  const chart = await openRun(page);
  const figures = page.getByTestId("window-figures");
  await expect(figures.getByRole("heading")).toHaveText(/^Whole run/);
  await chart.scrollIntoViewIfNeeded();
  const lane = await chart.locator('[data-lane="bandwidth"] [data-curve]').first().boundingBox();
  if (lane === null) throw new Error("no lane");
  const y = lane.y + lane.height / 2;
  await page.mouse.move(lane.x + lane.width * 0.25, y);
  await page.mouse.down();
  await page.mouse.move(lane.x + lane.width * 0.4, y, { steps: 4 });
  await page.mouse.move(lane.x + lane.width * 0.5, y, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=1[3-6]\d{3}&to=(29|30)\d{3}#time$/);
  await expect(page.getByRole("textbox", { name: "From" })).toHaveValue(/^0:1[3-6]$/);
  await expect(figures.getByRole("heading")).toHaveText(/^Window 0:1[3-6] to 0:(29|30) of 0:5\d$/);
  await expect(chart.locator("[data-window]")).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);
  await page.goForward();
  await expect(page).toHaveURL(/from=/);
  await chart.getByRole("group", { name: /^Time chart/ }).press("Escape");
  await expect(page).not.toHaveURL(/from=/);
  await expect(chart.locator("[data-window]")).toHaveCount(0);
});

test("a window is chosen, moved, zoomed to and left by keyboard alone", { tag: "@nightly" }, async ({
  page,
}) => {
  const chart = await openRun(page);
  await page.getByRole("textbox", { name: "From" }).fill("0:10");
  await page.getByRole("textbox", { name: "to", exact: true }).fill("20");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=10000&to=20000#time$/);
  await page.getByRole("button", { name: "Later" }).press("Enter");
  await expect(page).toHaveURL(/from=15000&to=25000#time$/);
  await page.getByRole("button", { name: "Zoom to selection" }).press("Enter");
  await expect(page).toHaveURL(/view=window/);
  await expect(chart.getByText("0:20", { exact: true })).toBeVisible();
  await expect(chart.getByText("0:50", { exact: true })).toBeHidden();
  await page.getByRole("button", { name: "Show whole run" }).press("Enter");
  await expect(chart.getByText("0:50", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Reset" }).press("Enter");
  await expect(page).not.toHaveURL(/from=/);
  // With the cursor: its third moment to its eighth.
  const plot = chart.getByRole("group", { name: /^Time chart/ });
  await plot.focus();
  for (const key of ["Home", "ArrowRight", "ArrowRight", "Enter", "Shift+ArrowRight", "Enter"])
    await page.keyboard.press(key);
  await expect(page).toHaveURL(/from=2000&to=12000#time$/);
});

test("a link with a window opens with its figures at the top, nothing moves, and Escape leads back", {
  tag: "@nightly",
}, async ({ page }) => {
  const shifts = await watchShifts(page);
  await openRun(page, "?from=10000&to=20000");
  const figures = page.getByTestId("window-figures");
  await expect(figures.locator('[data-figure="bandwidth"]')).toContainText("1.11");
  await expect(figures.locator('[data-figure="temperature"]')).toContainText("37 °C");
  const top = page.getByTestId("window-headlines");
  await expect(top).toContainText(/Window 0:10 to 0:20 of 0:5\d/);
  await expect(top.locator('[data-figure="bandwidth"]')).toContainText("1.11");
  await expect(top.locator('[data-figure="bandwidth"]')).toContainText("10 samples");
  // What the window does not carry is null with its reason, not the whole run's.
  await expect(top.locator('[data-figure="p50"]')).toContainText("percentiles need a fio latency log");
  await expect(top.locator('[data-figure="cpu"]')).toContainText("reported for the whole run only");
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  await expect(answer).toContainText("whole run, not the window");
  expect(await shifts()).toBeLessThanOrEqual(0.02);

  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/from=/);
  await expect(top).toHaveCount(0);
  await expect(page.getByRole("region", { name: "seq, read", exact: true })).toContainText("20.0k");
  await expect(answer).not.toContainText("of the whole run");
});

test("one cursor stands in all lanes and says each of them", { tag: "@nightly" }, async ({ page }) => {
  const chart = await openRun(page);
  await chart.scrollIntoViewIfNeeded();
  await chart.locator('[data-lane="bandwidth"]').hover({ force: true });
  const tooltip = chart.getByTestId("chart-tooltip");
  await expect(tooltip).toContainText("Bandwidth");
  await expect(tooltip).toContainText("Latency");
  await expect(tooltip).toContainText("Drive temperature");
});

test("the CSV has every sample in base units", { tag: "@nightly" }, async ({ page }) => {
  const chart = await openRun(page);
  await chart.getByRole("button", { name: "Download Performance during the run" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "CSV figures" }).click(),
  ]);
  const [header, first] = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(header).toContain('"Bandwidth: nvme0n1, read mean bytes/s"');
  expect(first).toContain("1110000000");
});

test("a range that is none is said, and the whole run is shown", { tag: "@nightly" }, async ({ page }) => {
  await openRun(page, "?from=9000&to=1");
  await expect(page.getByText(/from=9000, to=1 is not a range of milliseconds/)).toBeVisible();
});

test("a run without samples and logs says how to get them", { tag: "@nightly" }, async ({ page }) => {
  const bare = await importRun(fio, { host: "no-series", started_at: startedAt.toISOString() });
  await page.goto(`/runs/${bare.id}#time`);
  await expect(page.getByText("This run has no samples and no fio logs.")).toBeVisible();
});

test("a host without a sampler shows what was read before and after", { tag: "@nightly" }, async ({
  page,
}) => {
  const moment = (celsius: number) => ({
    disks: { nvd0: { source: "nvmecontrol", temperature_c: celsius, percentage_used: 3 } },
  });
  const note = "no samples on FreeBSD: health and errors before and after the run only";
  const unsampled = {
    ...{ schema: 1, interval_ms: null, started_at: startedAt.toISOString(), t_ms: [], series: [], links: [] },
    sampler: { cpu_ms: null, missed: 0, version: "0.1.0", notes: [note] },
    ...{ before: moment(39), after: moment(52), events: [] },
  };
  const machineOf = machine("freebsd-box");
  const run = await uploadRun({ host: "bsd", startedAt, fio, machine: machineOf, samples: unsampled });
  await page.goto(`/runs/${run.id}#time`);
  const table = page.getByRole("table", { name: "Readings before and after the run" });
  const heat = table.getByRole("row", { name: /Temperature/ });
  await expect(heat).toHaveText(/nvd0Temperature39\s°C52\s°C\+13\s°Cnvmecontrol/);
  await expect(page.getByText(note)).toBeVisible();
});
