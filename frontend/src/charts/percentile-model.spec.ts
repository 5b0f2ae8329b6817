import { expect, test } from "vitest";
import { type LatencyLine, percentileModel } from "@/charts/percentile-model";
import { toCsv } from "@/charts/twin";

const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");
const point = (percentile: number, ns: number) => ({ percentile, ns, isLowerBound: false });
const line = (more: Partial<LatencyLine> = {}): LatencyLine => ({
  key: "r",
  label: "read",
  direction: "read",
  n: 1_000_000,
  points: [
    point(1, 50),
    point(50, 100),
    point(99, 300),
    point(99.9, 500),
    point(99.99, 900),
    point(100, 5000),
  ],
  ...more,
});

test("the curve goes from p50 up and stops before p100, which lies at infinitely many nines", () => {
  const { rows, tickPercentiles } = percentileModel([line()]);
  expect(rows.map((row) => row.percentile)).toEqual([50, 99, 99.9, 99.99]);
  expect(rows.map((row) => row.x)).toEqual([
    expect.closeTo(0.301),
    expect.closeTo(2),
    expect.closeTo(3),
    expect.closeTo(4),
  ]);
  expect(tickPercentiles).toEqual([50, 90, 99, 99.9, 99.99]);
});

test("run without percentiles draws no axis", () => {
  expect(percentileModel([line({ points: [] })]).axis).toBeNull();
});

test("p99.99 is not drawn from 5,000 I/Os, is in the table all the same, and the reader is told", () => {
  const { rows, twin, reading } = percentileModel([line({ n: 5_000 })]);
  expect(rows.map((row) => row.percentile)).toEqual([50, 99]);
  expect(twin.rows.map(([name]) => name)).toEqual(["p50", "p99", "p99.9", "p99.99"]);
  expect(reading).toBe("p99.9 needs 10,000 I/Os (this result: 5,000).");
});

test("a line without a percentile that another has shows nothing there, not a neighbour's value", () => {
  const write = line({
    key: "w",
    label: "write",
    direction: "write",
    points: [point(50, 200), point(95, 222)],
  });
  const { rows, twin } = percentileModel([line(), write]);
  const p95 = rows.find((row) => row.percentile === 95);
  expect(p95?.ns).toEqual([null, 222]);
  expect(twin.rows.find(([name]) => name === "p95")).toEqual(["p95", "–", "222\u00a0ns"]);
});

test("a lower bound is written as one", () => {
  const { rows } = percentileModel([
    line({ points: [{ percentile: 50, ns: 17_112_760_320, isLowerBound: true }] }),
  ]);
  expect(plain(rows[0]?.text[0] ?? "")).toBe("≥ 17.1 s");
});

test("the CSV has base units and a heading that names them", () => {
  const { twin } = percentileModel([line({ label: "=cmd|x", points: [point(50, 100), point(99, 300)] })]);
  expect(toCsv(twin)).toBe("percentile,'=cmd|x clat_ns\r\n50,100\r\n99,300\r\n");
});

test("read and write differ by colour, dash and marker; more than eight lines are not drawn and that is said", () => {
  const many = Array.from({ length: 9 }, (_, i) =>
    line({ key: `k${i}`, direction: i % 2 === 0 ? "read" : "write", label: `l${i}` }),
  );
  const { series, reading } = percentileModel(many);
  expect(series).toHaveLength(8);
  expect(new Set(series.map((one) => one.style.colour)).size).toBe(8);
  expect(series[0]?.style).toEqual({ colour: "var(--s0)", dash: undefined, marker: "circle" });
  expect(series[1]?.style).toEqual({ colour: "var(--s1)", dash: "6 3", marker: "square" });
  expect(reading).toContain("The first 8 of 9 results are drawn.");
});
