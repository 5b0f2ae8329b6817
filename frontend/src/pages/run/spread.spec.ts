import { expect, test } from "vitest";
import { spread } from "@/pages/run/spread";

test("the sample's standard deviation over its mean", () => {
  expect(spread([90, 100, 110])).toEqual({ low: 90, high: 110, deviation: 0.1 });
  expect(spread([5, 5, null, 5])?.deviation).toBe(0);
});

test.each([[[]], [[1, 2]], [[1, null, 2]], [[0, 0, 0]]])("%j has no spread", (values) => {
  expect(spread(values)).toBeNull();
});
