import { expect, test } from "vitest";
import { sparkline } from "@/subjects/runs/parts/sparkline";

const point = (run_id: string, value: number | null) => ({ run_id, value });

test("the smallest value is at the bottom, the largest on top, the own run is marked", () => {
  const drawn = sparkline([point("a", 10), point("b", 30), point("c", 20)], "b", 26, 16);
  expect(drawn).toEqual({ line: "3,13 13,3 23,8", own: { x: 13, y: 3 }, low: 10, high: 30 });
});

test("values that are all alike make a level line", () => {
  expect(sparkline([point("a", 5), point("b", 5)], "x", 26, 16)).toEqual({
    line: "3,8 23,8",
    own: null,
    low: 5,
    high: 5,
  });
});

test("unknown values are left out, and one value is no history", () => {
  expect(sparkline([point("a", 5), point("b", null)], "a", 26, 16)).toBeNull();
});
