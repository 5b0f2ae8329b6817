import { expect, test } from "vitest";
import { type SweepLine, spreadLabels, sweepModel, sweepStyle, sweepTwin } from "@/charts/sweep-model";

const line = (...values: [number | string, number][]): SweepLine => ({
  key: "a",
  label: "4k",
  style: sweepStyle(0),
  points: values.map(([x, value]) => ({ x, value, n: 1, low: null, high: null })),
  previous: [{ x: 1, value: 50 }],
});

test("equal factors are equal steps, words stand side by side", () => {
  const at = (one: SweepLine) => sweepModel([one], false, () => 1, null)?.xs.map((x) => x.at);
  expect(at(line([1, 10], [2, 20], [4, 40]))).toEqual([0, 0.5, 1]);
  expect(at(line(["libaio", 10], ["io_uring", 20]))).toEqual([0, 0.5, 1]);
});

test("points stand by their value, in whatever order they came", () => {
  expect(sweepModel([line([32, 40], [1, 10], [8, 20])], false, () => 1, null)?.xs.map(({ x }) => x)).toEqual([
    1, 8, 32,
  ]);
});

test("the limit is within the axis, and a dragged place says its value", () => {
  const model = sweepModel([line([1, 100], [2, 1000])], true, () => 1, 5000);
  expect(model?.ticks.at(-1)).toBe(5000);
  expect(model?.yAt(5000)).toBeCloseTo(1);
  expect(model?.valueAt(model.yAt(700))).toBeCloseTo(700);
});

test("nothing measured is no chart", () => {
  expect(sweepModel([{ ...line(), previous: [] }], false, () => 1, null)).toBeNull();
  expect(sweepModel([{ ...line(), previous: [] }], true, () => 1, null)).toBeNull();
});

test("the table says what the chart shows, the batch before beside it", () => {
  const twin = sweepTwin([line([1, 100], [2, 200])], {
    xTitle: "depth",
    title: "IOPS",
    csvTitle: "iops",
    formatX: String,
    formatValue: String,
  });
  expect(twin.rows).toEqual([
    ["1", "4k", "100", "1", "–", "–", "50"],
    ["2", "4k", "200", "1", "–", "–", "–"],
  ]);
});

test("labels are moved apart, none above its line's end", () => {
  expect(spreadLabels([10, 12, 100], 14)).toEqual([10, 24, 100]);
});
