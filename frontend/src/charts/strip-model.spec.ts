import { expect, test } from "vitest";
import { type StripRow, stripModel } from "@/charts/strip-model";

const words = {
  title: "Drives",
  format: (value: number) => `${Math.round(value * 100)} %`,
  unitFor: () => ({ factor: 0.01, name: "%" }),
  columns: ["Host", "Drive", "Of its rating"] as const,
  csvValue: "rated_share",
};
const mark = (name: string, value: number, apart: string | null = null) => ({
  key: name,
  name,
  value,
  apart,
});
const rows: readonly StripRow[] = [
  { name: "node-a, 2.1", marks: [mark("bay 1", 0.97), mark("bay 2", 0.95)] },
  { name: "node-b, 2.1", marks: [mark("bay 5", 0.96), mark("bay 6", 0.49, "link x2 of 4")] },
];

test("a mark that stands out is named, and no other is; all share one axis from zero to the reference", () => {
  const model = stripModel({ ...words, rows, reference: { value: 1, text: "rated" } });
  expect(model?.rows.map((row) => row.apart.map((one) => one.words))).toEqual([[], ["bay 6: link x2 of 4"]]);
  expect(model?.rows.map((row) => row.dots.length)).toEqual([2, 1]);
  expect(model?.rows.map((row) => row.words)).toEqual(["95 % to 97 %, n = 2", "49 % to 96 %, n = 2"]);
  const [half, whole] = [model?.rows[1]?.apart[0]?.at ?? 0, model?.reference?.at ?? 0];
  expect(half / whole).toBeCloseTo(0.49, 6);
  expect(model?.ticks[0]).toEqual({ at: 0, label: "0" });
});

test("its table tells every mark, and that of what stands out why", () => {
  const twin = stripModel({ ...words, rows, reference: null })?.twin;
  expect(twin?.rows.at(-1)).toEqual(["node-b, 2.1", "bay 6", "49 %", "link x2 of 4"]);
  expect(twin?.csv.rows).toHaveLength(4);
});

test("without a mark there is no chart", () => {
  expect(stripModel({ ...words, rows: [], reference: null })).toBeNull();
});
