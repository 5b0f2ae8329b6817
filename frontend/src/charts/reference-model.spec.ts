import { expect, test } from "vitest";
import type { FactorLine, FactorPoint } from "@/charts/factor-model";
import { referencesOf } from "@/charts/reference-model";

function point(x: number, more: Partial<FactorPoint>): FactorPoint {
  return {
    ...{ x, n: 1, runs: 1, mean: 5, meanReason: null, ci95: null, ci95Reason: null, min: 5, max: 5 },
    ...{ values: [], ideal: null, efficiency: null, rated: null, ratedRatio: null, ceiling: null },
    ...more,
  };
}
const line = (...points: FactorPoint[]): FactorLine => ({ key: "", label: "", isAlike: true, points });
const read = (...lines: FactorLine[]) => referencesOf(lines, Number, (value) => `${value} GB/s`);

test("what all points share is one line over the whole plot", () => {
  expect(read(line(point(1, { ceiling: 28.8 }), point(2, { ceiling: 28.8 })))).toEqual([
    { kind: "ceiling", value: 28.8, text: "slowest link 28.8 GB/s", x: null },
  ]);
});

test("a rating that grows with the drives is named at its end", () => {
  expect(read(line(point(4, { rated: 14 }), point(2, { rated: 7 })))).toEqual([
    { kind: "rated", value: 14, text: "stated rating 14 GB/s", x: 4 },
  ]);
});

test("what a point does not know is no line over it", () => {
  expect(read(line(point(1, { ceiling: 28.8 }), point(2, {})))[0]?.x).toBe(1);
});

test("none known, nothing drawn; unlike ratings of several lines have no name", () => {
  expect(read(line(point(1, {})))).toEqual([]);
  expect(read(line(point(1, { rated: 7 })), line(point(1, { rated: 9 })))).toEqual([]);
});

test.each([
  [[5, 1, 3], ["median of 3 runs 3"]],
  [[5, 1, 3, 4], ["median of 4 runs 3.5"]],
  [[5, 1], []],
])("the median of %j is %j", (values, texts) => {
  const of = line(...values.map((value, i) => point(i, { values: [{ runId: String(i), value }] })));
  expect(referencesOf([of], Number, String, true).map(({ text }) => text)).toEqual(texts);
  expect(referencesOf([of], Number, String)).toEqual([]);
});
