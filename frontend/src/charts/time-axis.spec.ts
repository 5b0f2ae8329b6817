import { expect, test } from "vitest";
import { timeTicks } from "@/charts/time-axis";

test.each([
  [0, 20_000, [0, 5000, 10_000, 15_000, 20_000]],
  [0, 60_000, [0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000]],
  [1234, 1300, [1240, 1250, 1260, 1270, 1280, 1290, 1300]],
  [0, 3_600_000, [0, 600_000, 1_200_000, 1_800_000, 2_400_000, 3_000_000, 3_600_000]],
  [5, 6, [5, 6]],
])("from %d to %d ms the ticks are round", (from, to, ticks) => {
  expect(timeTicks(from, to)).toEqual(ticks);
});
