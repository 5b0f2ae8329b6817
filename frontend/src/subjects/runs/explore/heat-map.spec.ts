import { expect, test } from "vitest";
import type { SeriesAnswer } from "@/api/types";
import { heatMap, inOneUnit } from "@/subjects/runs/explore/heat-map";

type Point = SeriesAnswer["series"][number]["points"][number];

function answer(lines: [key: number, [x: number, median: number | null][]][]): SeriesAnswer {
  return {
    ...{ x: "bs", by: "iodepth", metric: "iops", unit: "IOPS", lower_is_better: false },
    ...{ mixed: [], results: 1, without_value: 0, without_x: 0, varies: [], is_asking: false },
    split: [{ key: "iodepth", title: "Queue depth" }],
    series: lines.map(([key, points]) => ({
      key,
      values: [key],
      is_alike: true,
      points: points.map(([x, median]) => ({ x, median, n: 2 }) as Point),
      points_left_out: 0,
      scaling: null,
    })),
  };
}

test("lines are rows, x rising are columns, a cell without a run is empty, a mixed one says so", () => {
  const grid = heatMap(
    answer([
      [1, [[4096, 10]]],
      [
        32,
        [
          [65_536, 30],
          [4096, null],
        ],
      ],
    ]),
  );
  expect(grid.xs).toEqual([4096, 65_536]);
  expect(grid.rows.map(({ cells }) => cells)).toEqual([
    [{ value: 10, n: 2, share: 0 }, null],
    [{ mixed: 2 }, { value: 30, n: 2, share: 1 }],
  ]);
});

test("values that are all alike are neither light nor dark", () => {
  expect(heatMap(answer([[1, [[1, 5]]]])).rows[0]?.cells).toEqual([{ value: 5, n: 2, share: 0.5 }]);
});

test("two kinds of runs in one cell have no median in common", () => {
  const both = answer([
    [1, [[4096, 10]]],
    [1, [[4096, 90]]],
  ]);
  expect(heatMap(both).rows.map(({ cells }) => cells)).toEqual([[{ mixed: 4 }]]);
});

test("cells are in one unit, unless the smallest would lose its digits", () => {
  const texts = (unit: string, ...values: number[]) => {
    const format = inOneUnit(heatMap(answer([[1, values.map((value, x) => [x, value])]])), unit, "decimal");
    return format === null ? null : values.map((value) => format(value).replaceAll("\u00a0", " "));
  };
  expect(texts("bytes/s", 747e6, 5.28e9, 89e6)).toEqual(["0.747 GB/s", "5.28 GB/s", "0.089 GB/s"]);
  expect(texts("ns", 398_000, 1_570_000)).toEqual(["0.398 ms", "1.57 ms"]);
  expect(texts("bytes/s", 4e6, 6e9)).toBeNull();
  expect(texts("IOPS", 900, 675_000)).toBeNull();
});
