import { expect, test } from "vitest";
import { shiftRows } from "@/subjects/compare/parts/percentile-shifts";

const shift = (percentile: number, ratio: number | null, ratio_ci95: number[] | null) => ({
  percentile,
  base_runs: 5,
  new_runs: 5,
  ratio,
  ratio_ci95,
  ratio_decimals: 3,
  ratio_method: null,
});

test("lower latency is better, and only an interval that leaves out no change says anything", () => {
  const rows = shiftRows([
    [
      shift(25, 0.5, [0.4, 0.6]),
      shift(50, 0.9, [0.8, 0.95]),
      shift(90, 1.3, [1.1, 1.5]),
      shift(99, 1.1, [0.9, 1.4]),
      shift(99.9, 1.2, null),
      shift(99.99, null, null),
    ],
  ]);
  expect(rows.map(({ name, bars }) => [name, bars[0]?.verdict])).toEqual([
    ["p50", "better"],
    ["p90", "worse"],
    ["p99", "no_difference_shown"],
    ["p99.9", "not_enough_runs"],
  ]);
});
