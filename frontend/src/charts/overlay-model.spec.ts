import { expect, test } from "vitest";
import { overlayModel } from "@/charts/overlay-model";
import { sideStyle } from "@/charts/side-style";

const sides = ["base", "new"].map((label, i) => ({ key: String(i), label, style: sideStyle(i) }));
const run = (side: number, times: readonly number[], i = 0) => ({
  key: `${side} ${i}`,
  side,
  label: `run ${i}`,
  points: times.map((t_ms) => ({ t_ms, mean: t_ms + 1 })),
});

test("a sampler slower than the buckets draws a line, a stall a gap; recorded values stay as they are", () => {
  const { rows } = overlayModel([run(0, [0, 200, 400, 1200, 1400])], sides, 100, "1/s", "decimal");
  expect(rows.map(({ mean }) => mean[0])).toEqual([
    1,
    null,
    201,
    null,
    401,
    ...Array(7).fill(null),
    1201,
    null,
    1401,
  ]);
  expect(rows[1]?.line[0]).toBe(101);
  expect(rows.slice(5, 12).every(({ line }) => line[0] === null)).toBe(true);
});

test("more runs than a chart carries: as many of each side are drawn, and it says so", () => {
  const all = [0, 1].flatMap((side) => Array.from({ length: 10 }, (_, i) => run(side, [0, 100], i)));
  const model = overlayModel(all, sides, 100, "1/s", "decimal");
  expect(Map.groupBy(model.runs, ({ series }) => series.style.colour).size).toBe(2);
  expect(model.runs).toHaveLength(12);
  expect(model.reading).toBe("The newest 12 of 20 series are drawn, the same number from each side.");
});
