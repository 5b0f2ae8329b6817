import { expect, test } from "vitest";
import type { Repeats } from "@/api/types";
import {
  bestUnder,
  chartLines,
  kneeOf,
  sweepPlan,
  usualFigure,
  valueInWords,
} from "@/subjects/runs/parts/sweep/sweep";

function step(more: Partial<Repeats>): Repeats {
  const { iodepth = 1, bs_bytes = 4096, rw = "randread" } = more;
  return {
    workload: `${rw} ${bs_bytes}, depth ${iodepth}`,
    workload_id: `${rw}/${bs_bytes}/${iodepth}`,
    direction: "read",
    rw,
    bs_bytes,
    bs: null,
    iodepth,
    numjobs: 1,
    ioengine: "libaio",
    setting: null,
    varied: {},
    n: 1,
    run_ids: [`run-${bs_bytes}-${iodepth}`],
    iops_mean: 1000,
    iops_min: 1000,
    iops_max: 1000,
    iops_ci95: null,
    bw_mean_bytes_per_s: 4_096_000,
    bw_ci95_bytes_per_s: null,
    clat_p99_ns: 1e6,
    clat_p99_min_ns: 1e6,
    clat_p99_max_ns: 1e6,
    ...more,
  };
}

const option = (key: string, ...values: (number | string)[]) => ({ key, count: values.length, values });
const SWEPT = [option("bs", 4096, 65_536), option("iodepth", 1, 2)];
const GRID = [4096, 65_536].flatMap((bs_bytes) => [1, 2].map((iodepth) => step({ bs_bytes, iodepth })));

test("a further option that was varied lies along x, or makes lines", () => {
  const mixes = ["0", "30", "100"].flatMap((rwmixread) =>
    ["libaio", "io_uring"].map((ioengine) => ({ ...step({ ioengine }), varied: { rwmixread } })),
  );
  const swept = [
    { key: "ioengine", count: 2, values: ["io_uring", "libaio"] },
    { key: "rwmixread", count: 3, values: [0, 30, 100] },
  ];
  const plan = sweepPlan(swept, mixes, []);
  expect([plan?.x, plan?.by]).toEqual(["rwmixread", "ioengine"]);
  expect(plan?.panels[0]?.lines.map(({ steps }) => steps.map(({ x }) => x))).toEqual([
    [0, 30, 100],
    [0, 30, 100],
  ]);
  expect(valueInWords("rwmixread", 30)).toBe("rwmixread=30");
});

test("depth lies along x, block sizes are lines in order of their size", () => {
  const plan = sweepPlan(SWEPT, GRID.toReversed(), []);
  expect(plan?.x).toBe("iodepth");
  expect(plan?.by).toBe("bs");
  expect(plan?.panels.map(({ label }) => label)).toEqual([""]);
  expect(plan?.panels[0]?.lines.map(({ label, steps }) => [label, steps.map(({ x }) => x)])).toEqual([
    ["4\u00a0KiB", [1, 2]],
    ["64\u00a0KiB", [1, 2]],
  ]);
});

test("a suite of workloads without two points on an axis is no sweep", () => {
  const quick = [step({ bs_bytes: 4096, iodepth: 32 }), step({ rw: "read", bs_bytes: 1 << 20, iodepth: 8 })];
  expect(sweepPlan([...SWEPT, option("rw", "randread", "read")], quick, [])).toBeNull();
});

test("a third option makes a chart of its own for each value", () => {
  const jobs = [1, 4].flatMap((numjobs) => GRID.map((one) => ({ ...one, numjobs })));
  const plan = sweepPlan([...SWEPT, option("numjobs", 1, 4)], jobs, []);
  expect(plan?.panels.map(({ label, lines }) => [label, lines.length])).toEqual([
    ["1 job", 2],
    ["4 jobs", 2],
  ]);
});

test("reads and writes, and runs that are not alike, are never one line", () => {
  const mixed = GRID.flatMap((one) => [one, { ...one, direction: "write" }]);
  expect(sweepPlan(SWEPT, mixed, [])?.panels.map(({ label }) => label)).toEqual(["reads", "writes"]);
  const machines = GRID.flatMap((one) => ["nps=1", "nps=4"].map((setting) => ({ ...one, setting })));
  expect(sweepPlan(SWEPT, machines, [])?.panels.map(({ label }) => label)).toEqual(["nps=1", "nps=4"]);
});

test("the previous batch lies under the same lines, and not where it had several settings", () => {
  const before = GRID.map((one) => ({ ...one, iops_mean: 900 }));
  const lines = (previous: Repeats[]) =>
    sweepPlan(SWEPT, GRID, previous)?.panels[0]?.lines.map(({ previous: steps }) => steps.length);
  expect(lines(before)).toEqual([2, 2]);
  expect(lines([...before, { ...step({ iodepth: 1 }), setting: "fan=off" }])).toEqual([0, 2]);
});

test("without anything that grows there is no line", () => {
  expect(sweepPlan([option("rw", "read", "write")], [step({})], [])).toBeNull();
  expect(sweepPlan([], [step({})], [])).toBeNull();
});

test("the best step keeps the limit; a p99 that was not measured keeps none", () => {
  const steps = [
    { x: 1, repeat: step({ iops_mean: 10, clat_p99_ns: 1e6 }) },
    { x: 2, repeat: step({ iops_mean: 20, clat_p99_ns: 2e6 }) },
    { x: 4, repeat: step({ iops_mean: 30, clat_p99_ns: 5e6 }) },
    { x: 8, repeat: step({ iops_mean: 90, clat_p99_ns: null }) },
  ];
  expect(bestUnder(steps, 2e6, "iops")?.x).toBe(2);
  expect(bestUnder(steps, 0.5e6, "iops")).toBeNull();
});

test("the knee is the step of the answer's runs; intervals are drawn of repeats alone", () => {
  const [panel] = sweepPlan(SWEPT, GRID, [])?.panels ?? [];
  if (panel === undefined) throw new Error("no panel");
  const knee = { run_ids: ["run-65536-2"], direction: "read", in_flight: 2, p99_ns: null };
  expect(kneeOf(panel, knee)).toEqual({ line: "65536/read", x: 2 });
  expect(chartLines(panel, "iops")[0]?.points[0]).toEqual({ x: 1, value: 1000, n: 1, low: null, high: null });
  const thrice = sweepPlan(SWEPT, [step({ n: 3, iops_ci95: [900, 1100] }), step({ iodepth: 2 })], [])
    ?.panels[0];
  expect(thrice && chartLines(thrice, "iops")[0]?.points[0]).toMatchObject({ n: 3, low: 900, high: 1100 });
});

test("large blocks and sweeps over the block size are spoken of in bytes", () => {
  expect(usualFigure("iodepth", GRID)).toBe("iops");
  expect(usualFigure("bs", GRID)).toBe("bw");
  expect(usualFigure("iodepth", [step({ bs_bytes: 1_048_576 })])).toBe("bw");
});
