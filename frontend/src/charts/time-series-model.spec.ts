import { expect, test } from "vitest";
import { timeSeriesModel } from "@/charts/time-series-model";
import { panelsOf, type TimeSeries } from "@/charts/time-series-panels";
import { point, runSeries, series } from "@/test/series-data";

const grid = { from_ms: 0, to_ms: 5000, bucket_ms: 500 };

function model(
  list: readonly TimeSeries[],
  name = "bandwidth",
  whole = list,
  units: "decimal" | "binary" = "decimal",
  reach?: number,
) {
  const find = (all: readonly TimeSeries[]) => panelsOf(runSeries(all)).find((one) => one.name === name);
  const [panel, wholePanel] = [find(list), find(whole)];
  if (panel === undefined || wholePanel === undefined) throw new Error(`no panel ${name}`);
  return timeSeriesModel(panel, wholePanel, reach === undefined ? grid : { ...grid, reach }, units);
}
const line = (...points: [t: number, mean: number][]) => [
  series("a", { points: points.map(([t, mean]) => point(t, mean, { min: mean - 1, max: mean + 1, n: 3 })) }),
];

test("no line leads from one step of a live suite to the next, however few points it has", () => {
  const list = line([0, 10], [1000, 20], [3500, 30]);
  const { rows } = model(list, "bandwidth", list, "decimal", 2);
  expect(rows.map((row) => row.mean[0])).toEqual([10, 15, 20, null, null, null, null, 30, null, null]);
  expect(model(line([0, 10], [3500, 30])).rows[1]?.mean[0]).not.toBeNull();
});

test("a slower series is joined from point to point, a missing point is a gap", () => {
  // Every second on a grid of half seconds; the one at 3 s is missing.
  const { rows } = model(line([0, 10], [1000, 20], [2000, 30], [4000, 50]));
  expect(rows.map((row) => row.mean[0])).toEqual([10, 15, 20, 25, 30, null, null, null, 50, null]);
  expect(rows.map((row) => row.points[0]?.mean ?? null)).toEqual([
    10,
    10,
    20,
    20,
    30,
    null,
    null,
    null,
    50,
    null,
  ]);
});

test("the band reaches from the lowest to the highest value of a bucket", () => {
  expect(model(line([0, 10], [500, 20])).rows[1]?.band[0]).toEqual([19, 21]);
});

test("zero is drawn as zero", () => {
  expect(model(line([0, 10], [500, 0], [1000, 10])).rows[1]?.mean[0]).toBe(0);
});

test("a logarithmic panel has no zero", () => {
  const latency = [
    series("clat", {
      source: "fio_log",
      metric: "clat_ns",
      unit: "ns",
      points: [point(0, 0), point(500, 100)],
    }),
  ];
  expect(
    model(latency, "latency")
      .rows.slice(0, 2)
      .map((row) => row.mean[0]),
  ).toEqual([null, 100]);
});

test("a zoomed chart keeps the axes of the whole run", () => {
  const whole = line([0, 9e9], [4500, 1e9]);
  expect(model(line([4500, 1e9]), "bandwidth", whole).axis).toEqual(model(whole).axis);
});

test("ticks are round in the unit above them", () => {
  const decimal = model(line([0, 9e9]));
  expect([decimal.unitName, decimal.axis.ticks.at(-1)]).toEqual(["GB/s", 1e10]);
  const binary = model(line([0, 9e9]), "bandwidth", undefined, "binary");
  expect([binary.unitName, binary.axis.ticks.at(-1)]).toEqual(["GiB/s", 10 * 2 ** 30]);
  const cpu = { subject: "node:0", metric: "cpu_busy_pct", direction: null, unit: "%" } as const;
  expect(model([series("cpu", { ...cpu, points: [point(0, 80)] })], "cpu").axis.ticks).toEqual([0, 50, 100]);
});

test("the CSV has base units and every bucket, the table no more than a person reads", () => {
  const many = line(...Array.from({ length: 300 }, (_, i): [number, number] => [i * 500, i]));
  const { twin } = model(many);
  expect(twin.csv.header).toEqual([
    "t_ms",
    "nvme0n1, read min bytes/s",
    "nvme0n1, read mean bytes/s",
    "nvme0n1, read max bytes/s",
  ]);
  expect(twin.csv.rows).toHaveLength(300);
  expect(twin.csv.rows[2]).toEqual([1000, 1, 2, 3]);
  expect(twin.rows.length).toBeLessThanOrEqual(60);
});

test("of many members eight are drawn, all are in the table, and the ends are named", () => {
  const members = Array.from({ length: 10 }, (_, i) =>
    series(`d${i}`, { subject: `disk:d${i}`, points: [point(0, (i + 1) * 1e9)] }),
  );
  const { series: drawn, twin, reading } = model(members, "members");
  expect(drawn).toHaveLength(8);
  expect(twin.columns).toHaveLength(11);
  expect(reading?.replaceAll("\u00a0", " ")).toBe(
    "The first 8 of 10 are drawn; the table has all. " +
      "Mean throughput: lowest d0, read (1.00 GB/s), highest d9, read (10.0 GB/s).",
  );
});
