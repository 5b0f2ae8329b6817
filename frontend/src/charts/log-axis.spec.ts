import fc from "fast-check";
import { expect, test } from "vitest";
import { logAxis } from "@/charts/log-axis";

test("ticks are 1-2-5 and the ends lie on them", () => {
  expect(logAxis([71_400, 445_000])).toEqual({
    domain: [50_000, 500_000],
    ticks: [50_000, 100_000, 200_000, 500_000],
  });
});

test("beyond three decades only whole decades are ticks", () => {
  expect(logAxis([900, 17_000_000])?.ticks).toEqual([
    100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
  ]);
});

test("zero, unknown and negative values are not on the axis", () => {
  expect(logAxis([0, null, -4, 150])?.domain).toEqual([100, 200]);
  expect(logAxis([0, null])).toBeNull();
  expect(logAxis([])).toBeNull();
});

test("every value lies inside, and the axis has two ends", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1, max: 1e11, noNaN: true }), { minLength: 1 }), (values) => {
      const axis = logAxis(values);
      const [start = 0, end = 0] = axis?.domain ?? [];
      expect(start).toBeLessThan(end);
      expect(start).toBeLessThanOrEqual(Math.min(...values));
      expect(end).toBeGreaterThanOrEqual(Math.max(...values));
      expect(axis?.ticks.length).toBeLessThanOrEqual(13);
    }),
  );
});
