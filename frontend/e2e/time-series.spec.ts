import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
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
  await page.goto(`/runs/${runId}${search}`);
  const chart = page.getByTestId("chart-time-bandwidth");
  await expect(chart.locator("[data-ready]")).toBeVisible();
  return chart;
}

test("the sampled bandwidth stands in the chart, in order of time, with the temperature", async ({
  page,
}) => {
  const chart = await openRun(page);
  await chart.getByRole("button", { name: "Table" }).click();
  const cells = await chart.getByRole("row").nth(1).getByRole("cell").allTextContents();
  expect(cells.map((cell) => cell.replaceAll("\u00a0", " "))).toEqual(["1.11 GB/s", "33 °C"]);
  const times = await chart.getByRole("rowheader").allTextContents();
  expect(times.slice(0, 3)).toEqual(["0:00", "0:01", "0:02"]);
  // Nothing was sampled from 0:40 to 0:42: no row, and no zero.
  expect(times).not.toContain("0:41");
});

test("a gap in the samples is a gap in the line", async ({ page }) => {
  const chart = await openRun(page);
  const path = await chart.locator(".recharts-line-curve").first().getAttribute("d");
  expect(path?.match(/M/g)).toHaveLength(2);
});

test("dragging over one chart zooms all, the address keeps it, back undoes it", async ({ page }) => {
  const chart = await openRun(page);
  await chart.scrollIntoViewIfNeeded();
  const plot = await chart.locator(".recharts-cartesian-grid").boundingBox();
  if (plot === null) throw new Error("no plot");
  const y = plot.y + plot.height / 2;
  await page.mouse.move(plot.x + plot.width * 0.25, y);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.4, y, { steps: 4 });
  await page.mouse.move(plot.x + plot.width * 0.5, y, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=1[3-6]\d{3}&to=(29|30)\d{3}$/);
  await expect(page.getByRole("textbox", { name: "From" })).toHaveValue(/^0:1[3-6]$/);
  await expect(page.getByTestId("chart-time-iops").getByText("0:20", { exact: true })).toBeVisible();
  await expect(page.getByTestId("chart-time-iops").getByText("0:50", { exact: true })).toBeHidden();
  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);
  await expect(page.getByTestId("chart-time-iops").getByText("0:50", { exact: true })).toBeVisible();
});

test("the range is set and left by keyboard alone", async ({ page }) => {
  await openRun(page);
  await page.getByRole("textbox", { name: "From" }).fill("0:10");
  await page.getByRole("textbox", { name: "to", exact: true }).fill("20");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=10000&to=20000$/);
  await page.getByRole("button", { name: "Later" }).press("Enter");
  await expect(page).toHaveURL(/from=15000&to=25000$/);
  await page.getByRole("button", { name: "Whole run" }).press("Enter");
  await expect(page).not.toHaveURL(/from=/);
});

test("hovering one chart shows the moment in the others", async ({ page }) => {
  const chart = await openRun(page);
  // The grid itself is lines only: whether one of them lies under its middle depends on the height of what is above.
  await chart.locator(".recharts-cartesian-grid").hover({ force: true });
  await expect(page.getByTestId("chart-time-latency").getByTestId("chart-tooltip")).toContainText(
    "nvme0n1, read, await",
  );
  const title = (name: string) =>
    page.getByTestId(`chart-time-${name}`).getByTestId("chart-tooltip").locator("div").first().textContent();
  expect(await title("latency")).toBe(await title("bandwidth"));
});

test("the CSV has every sample in base units", async ({ page }) => {
  const chart = await openRun(page);
  await chart.getByRole("button", { name: "Download Bandwidth" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "CSV figures" }).click(),
  ]);
  const [header, first] = (await readFile(await file.path(), "utf8")).split("\r\n");
  expect(header).toContain('"nvme0n1, read mean bytes/s"');
  expect(first).toContain("1110000000");
});

test("a range that is none is said, and the whole run is shown", async ({ page }) => {
  await openRun(page, "?from=9000&to=1");
  await expect(page.getByText(/from=9000, to=1 is not a range of milliseconds/)).toBeVisible();
});

test("a run without samples and logs says how to get them", async ({ page }) => {
  const bare = await importRun(fio, { host: "no-series", started_at: startedAt.toISOString() });
  await page.goto(`/runs/${bare.id}`);
  await expect(page.getByText("No samples and no fio logs came with this run.")).toBeVisible();
});

test("a host without a sampler shows what was read before and after", async ({ page }) => {
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
  await page.goto(`/runs/${run.id}`);
  const table = page.getByRole("table", { name: "Readings before and after the run" });
  const heat = table.getByRole("row", { name: /Temperature/ });
  await expect(heat).toHaveText(/nvd0Temperature39\s°C52\s°C\+13\s°Cnvmecontrol/);
  await expect(page.getByText(note)).toBeVisible();
});
