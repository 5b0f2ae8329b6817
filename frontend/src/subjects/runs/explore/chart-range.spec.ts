import { expect, test } from "vitest";
import type { SeriesAnswer } from "@/api/types";
import { placesOf, valuesIn, withinRange } from "@/subjects/runs/explore/chart-range";

function chart(xs: (number | string)[], x = "iodepth"): SeriesAnswer {
  const points = xs.map((at) => ({ x: at, n: 2 }));
  const ideal = xs.map((at) => ({ x: at, value: 1, efficiency_ratio: 1 }));
  // Only what is cut is of interest here.
  return {
    x,
    series: [
      { points, scaling: { ideal } },
      { points: points.slice(0, 1), scaling: null },
    ],
  } as unknown as SeriesAnswer;
}

test.each<[string, SeriesAnswer, number[] | null]>([
  ["numbers", chart([8, 1, 4]), [1, 4, 8]],
  [
    "moments",
    chart(["2026-11-01T00:00:00Z", "2026-11-02T00:00:00Z", "2026-11-03T00:00:00Z"], "started_at"),
    [1793491200000, 1793577600000, 1793664000000],
  ],
  ["names have no order", chart(["a", "b", "c"]), null],
  ["of two there is no part", chart([1, 2]), null],
])("places to choose between: %s", (_, answer, places) => {
  expect(placesOf(answer)).toEqual(places);
});

test("points, ideal line and count are those within, ends included; a line without any goes", () => {
  const cut = withinRange(chart([1, 4, 8, 16]), { from: 4, to: 8 });
  expect(cut.series.map((line) => line.points.map(({ x }) => x))).toEqual([[4, 8]]);
  expect(cut.series[0]?.scaling?.ideal.map(({ x }) => x)).toEqual([4, 8]);
  expect(valuesIn(cut)).toBe(4);
});

test("what has no order is not cut, nor anything without a range", () => {
  const names = chart(["a", "b", "c"]);
  expect(withinRange(names, { from: 0, to: 1 })).toBe(names);
  const whole = chart([1, 4, 8]);
  expect(withinRange(whole, null)).toBe(whole);
});
