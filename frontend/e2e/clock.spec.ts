/** One clock: real fio with its logs under the agent with its samples. The oracle is what fio itself printed. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, stack, test } from "./stack.ts";

const checkout = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fioboard-clock-e2e-"));
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
  const bench = join(folder, "bench");
  const token = join(folder, "token");
  mkdirSync(bench);
  writeFileSync(token, stack().token, { mode: 0o600 });
  writeFileSync(join(folder, "job.fio"), JOB);
  const agent = join(checkout, "agent/dist/agent.pyz");
  const done = await promisify(execFile)(
    "python3",
    [
      agent,
      "run",
      "--server",
      stack().url,
      "--token-file",
      token,
      "--keep-free",
      "1m",
      join(folder, "job.fio"),
    ],
    {
      cwd: bench,
      env: {
        ...process.env,
        FIOBOARD_AGENT_STATE: join(folder, "state"),
        FIOBOARD_AGENT_CONFIG: join(folder, "config.json"),
        FIOBOARD_AGENT_LOCK: join(folder, "lock"),
      },
    },
  );
  output = done.stdout;
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("fio's logs and the agent's samples share one clock, and the figures of the measured part are fio's", async ({
  page,
}) => {
  const [, address = ""] = /^Stored: (\S+)$/m.exec(output) ?? [];
  await page.goto(address);
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
  await expect(figures.getByRole("heading")).toHaveText(/^All that was measured/);
  const [, printed = ""] = /reads: read ([\d,]+) IOPS/.exec(output) ?? [];
  const shown = await figures.locator('[data-figure="iops"] dd').first().textContent();
  expect(numberIn(shown ?? "") / Number(printed.replaceAll(",", ""))).toBeGreaterThan(0.95);
  expect(numberIn(shown ?? "") / Number(printed.replaceAll(",", ""))).toBeLessThan(1.05);
  // A mean per quarter of a second carries no percentile, and says so.
  await expect(figures).toContainText("percentiles need a line per I/O");
});

/** "9.51 k" is 9510. */
function numberIn(text: string): number {
  const [figure = "", prefix = ""] = text.replaceAll("\u00a0", " ").split(" ");
  return Number(figure) * ({ "": 1, k: 1e3, M: 1e6 }[prefix] ?? Number.NaN);
}
