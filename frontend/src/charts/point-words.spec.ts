import { expect, test } from "vitest";
import type { FactorPoint } from "@/charts/factor-model";
import { pointInWords } from "@/charts/point-words";

const format = (value: number) => `${value} GB/s`;

function point(values: number[], more: Partial<FactorPoint> = {}): FactorPoint {
  return {
    ...{ x: 2, n: values.length, runs: values.length, meanReason: null, ci95: null, ci95Reason: null },
    ...{ min: Math.min(...values), max: Math.max(...values), ideal: null, efficiency: null },
    ...{ mean: values.reduce((sum, one) => sum + one, 0) / values.length },
    ...{ rated: null, ratedRatio: null, ceiling: null },
    values: values.map((value, i) => ({ runId: String(i), value })),
    ...more,
  };
}

test.each([
  ["one run", point([6]), "6 GB/s", ["n = 1"]],
  ["several", point([6, 8]), "7 GB/s", ["n = 2, 6 GB/s to 8 GB/s"]],
  ["an interval", point([6, 7, 8], { ci95: [5, 9] }), "7 GB/s", ["n = 3, 95 %: 5 GB/s to 9 GB/s"]],
  ["no mean", point([6, 8], { mean: null }), "6 GB/s to 8 GB/s", ["n = 2, no mean"]],
  [
    "what it could be",
    point([7], { rated: 14, ratedRatio: 0.5, ceiling: 28 }),
    "7 GB/s",
    ["n = 1", "50\u00a0% of the stated 14 GB/s", "25\u00a0% of the slowest link’s 28 GB/s"],
  ],
  ["no mean, no share", point([6, 8], { mean: null, ceiling: 9 }), "6 GB/s to 8 GB/s", ["n = 2, no mean"]],
])("%s", (_, of, value, details) => {
  expect(pointInWords(of, format)).toEqual({ value, details });
});

test("a verdict stands there where all runs of the point agree on it", () => {
  const verdicts = (...words: string[]) =>
    pointInWords(
      point(
        words.map(() => 5),
        { values: words.map((verdict, i) => ({ runId: String(i), value: 5, verdict })) },
      ),
      format,
    ).details.at(-1);
  expect(verdicts("at a limit", "at a limit")).toBe("at a limit");
  expect(verdicts("at a limit", "unexplained")).not.toContain("limit");
});
