import { expect, test } from "vitest";
import type { SeriesAnswer } from "@/api/types";
import { mixtureNote, reading, toLines } from "@/sections/series-lines";

type Line = SeriesAnswer["series"][number];

function point(x: number, value: number, ratio: number | null): Line["points"][number] {
  return {
    ...{ x, n: 1, runs: 1, mean: null, mean_reason: "one value", median: value, min: value, max: value },
    ...{ ci95: null, ci95_reason: "one value", mixed: [], values: [{ run_id: `r${x}`, value }] },
    ...{ values_left_out: 0, ceiling: 14.4e9, rated: null, rated_ratio: ratio },
  };
}

const RAID: SeriesAnswer = {
  ...{ x: "raid.width", by: null, metric: "bw_bytes_per_s", unit: "bytes/s", lower_is_better: false },
  series: [
    {
      key: null,
      points: [point(2, 6.51e9, 0.93), point(3, 9.32e9, 0.8876), point(4, 9.47e9, 0.6764)],
      points_left_out: 0,
      scaling: {
        per_drive: 3.255e9,
        ideal: [
          { x: 2, value: 6.51e9, efficiency_ratio: 1 },
          { x: 3, value: 9.765e9, efficiency_ratio: 0.954 },
          { x: 4, value: 13.02e9, efficiency_ratio: 0.727 },
        ],
        knee: 3,
      },
    },
  ],
  ...{ mixed: [], results: 3, without_value: 0, without_x: 0 },
};

test("the shares of the rating and of the ideal line, and the knee, are one sentence", () => {
  const lines = toLines(RAID, null);
  expect(reading(RAID, lines)).toBe(
    "93 / 89 / 68 % of the stated rating, 100 / 95 / 73 % of the ideal line from the smallest width, flattens after 3 drives.",
  );
  expect(lines[0]?.points.map(({ x, ideal, ceiling }) => [x, ideal, ceiling])).toEqual([
    [2, 6.51e9, 14.4e9],
    [3, 9.765e9, 14.4e9],
    [4, 13.02e9, 14.4e9],
  ]);
});

test("one value alone is drawn as itself", () => {
  expect(toLines(RAID, null)[0]?.points[0]?.mean).toBe(6.51e9);
});

test("a mixture is named with what to filter by", () => {
  const bs = { key: "bs", title: "Block size", type: "bytes", unit: "B" } as const;
  const direct = { key: "direct", title: "Direct I/O", type: "flag", unit: null } as const;
  const mixed = [
    { key: "bs", values: ["1048576", "4096"] },
    { key: "direct", values: ["False", "None", "True"] },
    { key: "direction", values: ["read", "write"] },
  ];
  expect(mixtureNote(RAID, [])).toBeNull();
  expect(mixtureNote({ ...RAID, mixed }, [bs, direct])).toContain(
    "Block size (4k, 1M) · Direct I/O (no, unknown, yes) · Direction (read, write).",
  );
});
