import { expect, test } from "vitest";
import { lanesOf } from "@/charts/clock-lanes";
import {
  clockHeight,
  clockLanes,
  clockMoments,
  clockScales,
  clockTicks,
  cursorRows,
  laneTop,
  linePaths,
  nearestMoment,
} from "@/charts/clock-model";
import { point, runSeries, series, temperature } from "@/test/series-data";

const plain = (text: string) => text.replaceAll("\u00a0", " ");
const log = (metric: string, unit: "1/s" | "ns", ...means: number[]) =>
  series(metric, {
    source: "fio_log",
    subject: "x_1.log",
    metric,
    unit,
    points: means.map((mean, i) => point(i * 1000, mean)),
  });

test("temperature is a lane of its own, before the CPU", () => {
  const cpu = series("cpu", { subject: "node:0", metric: "cpu_busy_pct", direction: null, unit: "%" });
  const lanes = lanesOf(runSeries([series("a"), temperature("nvme0n1", 40), cpu]));
  expect(lanes.map((lane) => lane.title)).toEqual(["Bandwidth", "Drive temperature", "CPU"]);
});

test("sensors that are no drive are a lane only where no drive told", () => {
  const board = { ...temperature("x", 50), key: "board", subject: "sensor:board" };
  const titles = (...list: Parameters<typeof runSeries>[0]) =>
    lanesOf(runSeries(list)).map((lane) => [lane.title, lane.lines.length]);
  expect(titles(board)).toEqual([["Temperature", 1]]);
  expect(titles(board, temperature("a", 40), temperature("b", 41))).toEqual([["Drive temperature", 2]]);
});

test("pixels and moments are each other's reverse, and nothing lies beside the plot", () => {
  const { x, at } = clockScales({ from_ms: 1000, to_ms: 11_000 }, 50, 550);
  expect([x(1000), x(6000), x(11_000)]).toEqual([50, 300, 550]);
  expect([at(50), at(300), at(10), at(900)]).toEqual([1000, 6000, 1000, 11_000]);
});

test("a narrow clock has fewer ticks", () => {
  const domain = { from_ms: 0, to_ms: 45_000 };
  expect(clockTicks(domain, 900)).toEqual(
    [0, 5, 10, 15, 20, 25, 30, 35, 40, 45].slice(0, 10).map((s) => s * 1000),
  );
  expect(clockTicks(domain, 260).length).toBeLessThanOrEqual(5);
});

test("a gap ends a line and its band, a value between two gaps is a dot", () => {
  const row = (t: number, mean: number | null) => ({
    t,
    mean: [mean],
    band: [mean === null ? null : ([mean - 1, mean + 1] as [number, number])],
    second: null,
    points: [null],
  });
  const rows = [row(0, 1), row(1, 2), row(2, null), row(3, 5), row(4, null), row(5, 3), row(6, 3)];
  const paths = linePaths(
    rows,
    0,
    (t) => t * 10,
    (value) => -value,
  );
  expect(paths.line).toBe("M0 -1L10 -2M50 -3L60 -3");
  expect(paths.dots).toEqual([{ x: 30, y: -5 }]);
  expect(paths.band.match(/M/g)).toHaveLength(2);
});

test("the cursor says a row per lane, and of many lines from where to where", () => {
  const rows = (list: Parameters<typeof runSeries>[0], ms: number) => {
    const data = runSeries(list);
    const panels = lanesOf(data);
    return cursorRows(clockLanes(panels, panels, data, "decimal"), data, ms, "decimal").map(
      ({ series: { label }, value }) => `${label} = ${plain(value)}`,
    );
  };
  const one = [
    log("iops", "1/s", 5000, 6000),
    log("clat_ns", "ns", 100_000, 200_000),
    temperature("a", 40, 41),
  ];
  expect(rows(one, 1000)).toEqual(["IOPS = 6.00k", "Latency = 200 µs", "Drive temperature = 41 °C"]);
  expect(rows(one, 3000)).toEqual([]);
  const drives = Array.from({ length: 8 }, (_, i) => temperature(`d${i}`, 30 + i));
  const members = Array.from({ length: 8 }, (_, i) =>
    series(`d${i}`, { subject: `disk:d${i}`, points: [point(0, (i + 1) * 1e9)] }),
  );
  expect(rows([...members, ...drives], 0)).toEqual([
    "Bandwidth = 36.0 GB/s",
    "Throughput per member, 8 lines = 1.00 GB/s to 8.00 GB/s",
    "Drive temperature, 8 lines = 30 °C to 37 °C",
  ]);
});

test("the cursor stands where a value is", () => {
  const data = runSeries([log("iops", "1/s", 1, 2, 3), temperature("a", 40)]);
  expect(clockMoments(lanesOf(data))).toEqual([0, 1000, 2000]);
  expect([nearestMoment([0, 1000, 2000], 1400), nearestMoment([0, 1000], 9e9), nearestMoment([], 5)]).toEqual(
    [1, 1, -1],
  );
});

test("a lane more makes the clock higher by as much as it takes", () => {
  expect(clockHeight(3) - clockHeight(2)).toBe(laneTop(1) - laneTop(0));
});
