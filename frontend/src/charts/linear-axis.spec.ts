import fc from "fast-check";
import { expect, test } from "vitest";
import { linearAxis, tickLabel } from "@/charts/linear-axis";

test.each([
  [9.47e9, 1e9, [0, 2, 4, 6, 8, 10]],
  [72, 1, [0, 20, 40, 60, 80]],
  [100, 1, [0, 20, 40, 60, 80, 100]],
  [0, 1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
  [350_000, 1000, [0, 100, 200, 300, 400]],
])("%d in units of %d has the ticks %j", (largest, factor, ticks) => {
  expect(linearAxis(largest, factor).ticks.map((tick) => tick / factor)).toEqual(ticks);
});

test("the axis holds its largest value and stays readable", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e13, noNaN: true }), (largest) => {
      const { domain, ticks } = linearAxis(largest, 1);
      expect(domain[1]).toBeGreaterThanOrEqual(largest * (1 - 1e-9));
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(8);
    }),
  );
});

test.each([
  ["k\u00a0IOPS", 1000, "100k\u00a0IOPS"],
  ["GB/s", 1000, "100\u00a0GB/s"],
  ["IOPS", 1000, "100\u00a0IOPS"],
])("the last tick names the unit %s as figures do", (name, factor, last) => {
  const axis = linearAxis(87_200, factor);
  const labels = axis.ticks.map((_, i) => tickLabel(axis, i, { factor, name }));
  expect([labels[0], labels.at(-2), labels.at(-1)]).toEqual(["0", "80", last]);
});
