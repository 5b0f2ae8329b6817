import { expect, test } from "vitest";
import { relativeSpread } from "@/subjects/runs/parts/relative-spread";

test("the spread is said relative to the mean, with signs", () => {
  const text = relativeSpread({ iops_mean: 1000, iops_min: 979, iops_max: 1034 });
  expect(text?.replaceAll("\u00a0", " ")).toBe("−2.1 % to +3.4 %");
});

test("nothing is said about an unknown or idle mean", () => {
  expect(relativeSpread({ iops_mean: null, iops_min: 1, iops_max: 2 })).toBeNull();
  expect(relativeSpread({ iops_mean: 0, iops_min: 0, iops_max: 0 })).toBeNull();
});
