import { expect, test } from "vitest";
import { endLabels } from "@/charts/EndLabels";
import {
  type FactorLine,
  type FactorModelInput,
  type FactorPoint,
  factorModel,
  MAX_DOTS,
} from "@/charts/factor-model";

function point(x: number | string, values: number[], more: Partial<FactorPoint> = {}): FactorPoint {
  return {
    x,
    n: values.length,
    runs: values.length,
    mean: values.reduce((a, b) => a + b, 0) / values.length,
    meanReason: null,
    ci95: null,
    ci95Reason: "fewer than 3 values",
    min: Math.min(...values),
    max: Math.max(...values),
    values: values.map((value, i) => ({ runId: `${x}-${i}`, value })),
    ideal: null,
    efficiency: null,
    rated: null,
    ratedRatio: null,
    ceiling: null,
    ...more,
  };
}

function model(
  lines: FactorLine[],
  more: Partial<Pick<FactorModelInput, "isLogX" | "isLogY" | "marks" | "alongside">> = {},
) {
  return factorModel({
    lines,
    marks: "mean",
    xKind: "factor",
    xFactor: 1,
    isLogX: false,
    isLogY: false,
    yFactor: 1,
    xTitle: "RAID width",
    csvMetric: "bw_bytes_per_s",
    formatX: String,
    formatValue: String,
    ...more,
  });
}
const line = (points: FactorPoint[], key = "all"): FactorLine => ({ key, label: key, isAlike: true, points });

test("the table's column of marks says what they are", () => {
  const lines = [line([point(2, [6, 8])])];
  expect(model(lines).twin.columns).toContain("Mean");
  const medians = model(lines, { marks: "median" }).twin.columns;
  expect(medians).toContain("Median");
  expect(medians).not.toContain("Mean");
});

test("every value is a dot over its x, and the mean stands among them", () => {
  const drawn = model([line([point(4, [9, 11]), point(2, [6])])]);
  expect(drawn.rows.map(({ x, mean }) => [x, mean])).toEqual([
    [2, [6]],
    [4, [10]],
  ]);
  expect(drawn.dots[0]?.map(({ x, y }) => [x, y])).toEqual([
    [4, 9],
    [4, 11],
    [2, 6],
  ]);
  expect(drawn.yAxis?.domain[0]).toBe(0);
  expect(drawn.xTicks.map(({ label }) => label)).toEqual(["2", "4"]);
});

test("texts are categories as people count them, lines side by side within one", () => {
  const drawn = model([line([point("SLOT2", [1])], "NPS1"), line([point("SLOT3", [2])], "NPS4")]);
  expect(drawn.isCategory).toBe(true);
  expect(drawn.xDomain).toEqual([-0.5, 1.5]);
  expect(drawn.dots.map(([dot]) => dot?.x)).toEqual([-0.08, 1.08]);
});

test("intervals become distances; on a logarithmic axis none reaches zero", () => {
  const points = [point(1, [10, 20], { ci95: [-5, 35] })];
  expect(model([line(points)]).rows[0]?.interval).toEqual([[20, 20]]);
  expect(model([line(points)], { isLogY: true }).rows[0]?.interval).toEqual([[10, 20]]);
});

test("a value that a logarithmic axis cannot show is left out, not moved", () => {
  const drawn = model([line([point(1, [0, 10])])], { isLogY: true });
  expect(drawn.dots[0]?.map(({ y }) => y)).toEqual([10]);
  expect(drawn.dotsLeftOut).toBe(1);
});

test("a mean that the service refused is not drawn, and the table says why", () => {
  const drawn = model([line([point(1, [1, 2], { mean: null, meanReason: "mixes block sizes" })])]);
  expect(drawn.rows[0]?.mean).toEqual([null]);
  expect(drawn.twin.rows[0]).toContain("– (mixes block sizes)");
});

test("ceilings are drawn where the lines agree, and the axis reaches them", () => {
  const drawn = model([line([point(2, [6.5], { ceiling: 7.2 }), point(4, [9.5], { ceiling: 14.4 })])]);
  expect(drawn.rows.map(({ ceiling }) => ceiling)).toEqual([7.2, 14.4]);
  expect(drawn.yAxis?.domain[1]).toBeGreaterThanOrEqual(14.4);
  const lines = [line([point(2, [6], { ceiling: 7 })], "a"), line([point(2, [6], { ceiling: 8 })], "b")];
  expect(model(lines).rows[0]?.ceiling).toBeNull();
  expect(model(lines).hasCeiling).toBe(false);
});

test("more values than can be drawn are thinned and counted", () => {
  const many = Array.from({ length: 3 * MAX_DOTS }, (_, i) => i + 1);
  const drawn = model([line([point(1, many)])]);
  expect(drawn.dots[0]).toHaveLength(MAX_DOTS);
  expect(drawn.dotsLeftOut).toBe(2 * MAX_DOTS);
  expect(drawn.twin.csv.rows).toHaveLength(3 * MAX_DOTS);
});

test("nothing to draw has no axis", () => expect(model([]).yAxis).toBeNull());

test("only alike runs are joined, and never places that have no order", () => {
  const lines = [line([point(1, [1]), point(2, [2])]), { ...line([point(1, [3])], "mixed"), isAlike: false }];
  expect(model(lines).isJoined).toEqual([true, false]);
  expect(model([line([point("a", [1])])]).isJoined).toEqual([false]);
});

test("what drives are rated at belongs to its own line, and the axis reaches it", () => {
  const drawn = model([
    line([point(2, [6.5], { rated: 7 }), point(4, [9.5], { rated: 14 })]),
    line([point(4, [28])], "b"),
  ]);
  expect(drawn.rows.map(({ rated }) => rated)).toEqual([
    [7, null],
    [14, null],
  ]);
  expect(drawn.hasRated).toBe(true);
  expect(model([line([point(4, [9.5], { rated: 14 })])]).yAxis?.domain[1]).toBeGreaterThanOrEqual(14);
});

test("eight lines differ in more than their colour", () => {
  const { series } = model(Array.from({ length: 8 }, (_, i) => line([point(1, [i + 1])], String(i))));
  const looks = series.map(({ style }) => `${style.marker} ${style.dash}`);
  expect(new Set(looks).size).toBe(8);
});

test("panels beside each other have the axes and the styles of all", () => {
  const alongside = [line([point(1, [10])], "low"), line([point(1, [10]), point(32, [900])], "high")];
  const [one, other] = alongside.map((own) => model([own], { alongside }));
  expect(one?.xDomain).toEqual(other?.xDomain);
  expect(one?.yAxis).toEqual(other?.yAxis);
  expect(one?.xTicks).toEqual(other?.xTicks);
  expect(one?.rows).toHaveLength(1);
  expect(one?.series[0]?.style.colour).not.toBe(other?.series[0]?.style.colour);
});

test("lines are named at their ends up to four of them, the ideal one always", () => {
  const named = (lines: FactorLine[]) => endLabels(model(lines)).map(({ text, value }) => [text, value]);
  const rising = (key: string, to: number) => line([point(1, [1]), point(2, [to], { ideal: 9 })], key);
  expect(named([rising("a", 5)])).toEqual([["ideal", 9]]);
  expect(named([rising("a", 5), rising("b", 6)])).toEqual([
    ["a", 5],
    ["ideal", 9],
    ["b", 6],
    ["ideal", 9],
  ]);
  expect(named(["a", "b", "c", "d", "e"].map((key) => rising(key, 5)))).toEqual([]);
});
