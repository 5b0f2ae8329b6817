/** One clock: real fio with its logs under the agent with its samples. The oracle is what fio itself printed. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { benchOf, numberIn } from "./agent.ts";
import { expect, test } from "./stack.ts";

const { folder, run, remove } = benchOf("clock");
const JOB = `[reads]
ioengine=psync
direct=1
rw=randread
bs=4k
size=16m
time_based
ramp_time=1
runtime=4
log_avg_msec=250
write_bw_log=l
write_iops_log=l
write_lat_log=l
`;
let output = "";

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const job = join(folder, "job.fio");
  writeFileSync(job, JOB);
  output = await run("run", job);
});

test.afterAll(remove);

test("fio's logs and the agent's samples share one clock, and the figures of the measured part are fio's", {
  tag: "@nightly",
}, async ({ page }) => {
  const [, address = ""] = /^Stored: (\S+)$/m.exec(output) ?? [];
  await page.goto(`${address}#time`);
  const chart = page.getByTestId("chart-time");
  await expect(chart.locator("[data-ready]")).toBeVisible();
  // Samples begin with fio, its logs behind layout and ramp: both in one drawing.
  const begin = async (lane: string) =>
    (await chart.locator(`[data-lane="${lane}"] [data-curve]`).first().boundingBox())?.x ?? Number.NaN;
  expect(await begin("cpu")).toBeLessThan(await begin("iops"));
  await expect(chart.locator('[data-phase="ramp"]')).toHaveCount(1);
  const measured = chart.locator('[data-phase="measured"]');
  await expect(measured).toContainText("measured");
  // The first line of the log stands a quarter of a second behind the start of what was measured.
  const band = await measured.locator("rect").boundingBox();
  expect(band).not.toBeNull();
  const distance = (await begin("iops")) - (band?.x ?? 0);
  expect(distance).toBeGreaterThanOrEqual(0);
  expect(distance).toBeLessThan(0.15 * (band?.width ?? 0));

  const figures = page.getByTestId("window-figures");
  await expect(figures.getByRole("heading")).toHaveText(/^Measured phase/);
  // A tenth: on a busy machine the intervals that the log averages are not alike.
  const [, printed = ""] = /reads: read ([\d,]+) IOPS/.exec(output) ?? [];
  const shown = await figures.locator('[data-figure="iops"] dd').first().textContent();
  expect(numberIn(shown ?? "") / Number(printed.replaceAll(",", ""))).toBeGreaterThan(0.9);
  expect(numberIn(shown ?? "") / Number(printed.replaceAll(",", ""))).toBeLessThan(1.1);
  // A mean per quarter of a second carries no percentile, and says so.
  await expect(figures).toContainText("percentiles need a line per I/O");
});
