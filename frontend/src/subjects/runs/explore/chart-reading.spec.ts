import { expect, test } from "vitest";
import type { SeriesAnswer } from "@/api/types";
import { chartReading } from "@/subjects/runs/explore/chart-reading";
import { toLines } from "@/subjects/runs/parts/series-lines";

type Line = SeriesAnswer["series"][number];
type Point = Line["points"][number];

function point(x: number | string, value: number, more: Partial<Point> = {}): Point {
  return {
    ...{ x, n: 1, runs: 1, mean: value, mean_reason: null, median: value, min: value, max: value },
    ...{ ci95: null, ci95_reason: "one value", mixed: [], values: [{ run_id: `${x}`, value }] },
    ...{ values_left_out: 0, ceiling: null, rated: null, rated_ratio: null },
    ...{ rated_drives: null, rated_missing: null, drive_counts: [] },
    ...more,
  };
}

function line(points: Point[], more: Partial<Line> = {}): Line {
  return {
    ...{
      key: null,
      values: [],
      is_alike: true,
      points,
      points_left_out: 0,
      scaling: null,
      saturates_at: null,
    },
    ...more,
  };
}

function chart(series: Line[], more: Partial<SeriesAnswer> = {}): SeriesAnswer {
  return {
    ...{ x: "iodepth", by: null, metric: "iops", unit: "IOPS", lower_is_better: false, series },
    ...{ split: [], varies: [], is_asking: false, mixed: [], results: 9, without_value: 0, without_x: 0 },
    ...more,
  };
}

function read(answer: SeriesAnswer, xTitle = "Queue depth") {
  const words = { xTitle, formatX: String, format: (value: number) => `${value} k` };
  return chartReading(answer, toLines(answer, []), words);
}

const numbers = (values: Record<number, number>) =>
  Object.entries(values).map(([x, value]) => point(Number(x), value));

const P99 = { metric: "clat_p99_ns", unit: "ns", lower_is_better: true } as const;

const RAID = line(
  [
    point(2, 6.51, { rated_ratio: 0.93 }),
    point(3, 9.32, { rated_ratio: 0.888 }),
    point(4, 9.47, { rated_ratio: 0.676 }),
  ],
  {
    scaling: {
      per_drive: 3.255,
      ideal: [
        { x: 2, value: 6.51, efficiency_ratio: 1 },
        { x: 3, value: 9.765, efficiency_ratio: 0.954 },
        { x: 4, value: 13.02, efficiency_ratio: 0.727 },
      ],
      knee: 3,
    },
  },
);

test.each<[string, SeriesAnswer, string, string[]]>([
  [
    "shares of the rating and the knee",
    chart([RAID], { x: "raid.width" }),
    "93, 89, 68\u00a0% of the stated rating: scaling drops beyond 3 drives.",
    ["100, 95, 73\u00a0% of linear scaling from the smallest width."],
  ],
  [
    "without a rating the ideal line",
    chart([{ ...RAID, points: numbers({ 2: 6.51, 3: 9.32, 4: 9.47 }) }], { x: "raid.width" }),
    "100, 95, 73\u00a0% of linear scaling from the smallest width: scaling drops beyond 3 drives.",
    [],
  ],
  [
    "a depth beyond which nothing is gained",
    chart([line(numbers({ 1: 10, 8: 60, 16: 61, 32: 59 }), { saturates_at: 8 })]),
    "Saturates at queue depth 8: 60 k.",
    ["Queue depth 32 gives 59 k."],
  ],
  [
    "more still pays",
    chart([line(numbers({ 1: 10, 8: 60, 16: 90 }))]),
    "Rises from 10 k at queue depth 1 to 90 k at 16.",
    [],
  ],
  [
    "less and less",
    chart([line(numbers({ 1: 90, 8: 60 }))]),
    "Falls from 90 k at queue depth 1 to 60 k at 8.",
    [],
  ],
  [
    "level",
    chart([line(numbers({ 1: 100, 8: 104 }))]),
    "Stays between 100 k and 104 k from queue depth 1 to 8.",
    [],
  ],
  [
    "a peak",
    chart([line(numbers({ 1: 10, 8: 60, 16: 40 }))]),
    "Peaks at queue depth 8: 60 k.",
    ["It goes from 10 k at queue depth 1 to 40 k at 16."],
  ],
  [
    "the least where less is better",
    chart([line(numbers({ 1: 50, 8: 20, 16: 90 }))], P99),
    "p99 completion latency bottoms out at queue depth 8: 20 k.",
    ["It goes from 50 k at queue depth 1 to 90 k at 16."],
  ],
  [
    "a low that does not stand out",
    chart([line(numbers({ 1: 69, 2: 68.7, 16: 291 }))], P99),
    "p99 completion latency rises from 69 k at queue depth 1 to 291 k at 16.",
    [],
  ],
  [
    "a low that does not stand out from an end, with a peak between",
    chart([line(numbers({ 1: 69, 2: 68.7, 8: 300, 16: 200 }))], P99),
    "p99 completion latency goes from 69 k at queue depth 1 to 200 k at 16.",
    [],
  ],
  ["one place", chart([line([point(4, 20, { n: 3, runs: 3 })])]), "20 k at queue depth 4.", []],
  [
    "two categories without an interval",
    chart([line([point("SLOT2", 30), point("SLOT3", 60)])], { x: "slot" }),
    "60 k with SLOT3 and 30 k with SLOT2.",
    ["Too few runs for a confidence interval."],
  ],
  [
    "two categories whose intervals meet",
    chart([line([point("a", 30, { ci95: [25, 35] }), point("b", 33, { ci95: [28, 38] })])], { x: "slot" }),
    "33 k with b and 30 k with a.",
    ["95 % confidence intervals overlap: not significant."],
  ],
  [
    "two categories whose intervals do not",
    chart([line([point("a", 30, { ci95: [29, 31] }), point("b", 60, { ci95: [58, 62] })])], { x: "slot" }),
    "60 k with b and 30 k with a.",
    ["95 % confidence intervals do not overlap."],
  ],
  [
    "many categories, the lowest first where less is better",
    chart([line(["a", "b", "c", "d"].map((x, i) => point(x, 10 * (i + 1))))], {
      x: "slot",
      lower_is_better: true,
    }),
    "10 k with a to 40 k with d, of 4.",
    [],
  ],
  [
    "over time",
    chart([line([10, 12, 11].map((value, i) => point(`2026-11-0${i + 1}T02:00:00Z`, value)))], {
      x: "started_at",
    }),
    "3 runs between 10 k and 12 k, latest 11 k.",
    [],
  ],
  [
    "alike figures",
    chart([line(numbers({ 1: 100, 8: 100 }))]),
    "Stays at 100 k from queue depth 1 to 8.",
    [],
  ],
  [
    "over what was measured: no course",
    chart([line(numbers({ 10: 100, 20: 300 }))], { x: "cpu_pct" }),
    "From 100 k at queue depth 10 to 300 k at queue depth 20 (2 values).",
    [],
  ],
  ["one run", chart([line([point("2026-11-01T02:00:00Z", 10)])], { x: "started_at" }), "One run, 10 k.", []],
])("%s", (_, answer, sentence, text) => {
  expect(read(answer)).toMatchObject({ sentence, text });
});

test("over time the stretches between changes are told apart", () => {
  const change = (day: number, before: string, after: string) => ({
    ...{
      at: `2026-11-0${day}T02:00:00Z`,
      host: "a",
      run_id: "r",
      key: "label.fan",
      title: "Fan",
      unit: null,
    },
    ...{ before, after },
  });
  const points = [50, 51, 44, 45].map((value, i) => point(`2026-11-0${i + 1}T02:00:00Z`, value));
  const nights = (...changes: ReturnType<typeof change>[]) =>
    read(chart([line(points)], { x: "started_at", changes })).text;
  expect(nights()).toEqual([]);
  expect(nights(change(3, "on", "off"))).toEqual([
    "2 runs between 50 k and 51 k until fan on → off; then 2 runs between 44 k and 45 k.",
  ]);
  expect(nights(change(3, "on", "off"), change(4, "off", "on"))).toEqual([
    "2 runs between 50 k and 51 k until fan on → off; 1 run at 44 k until fan off → on; then 1 run at 45 k.",
  ]);
  expect(nights(change(2, "a", "b"), change(3, "b", "c"), change(4, "c", "d"))).toEqual([]);
});

test("lines are read one by one, and never held against each other", () => {
  const two = [
    line(numbers({ 1: 10, 8: 60, 16: 61 }), { key: "A", values: ["A"], saturates_at: 8 }),
    line(numbers({ 1: 10, 8: 40 }), { key: "B", values: ["B"] }),
  ];
  const split = { by: "drive.model", split: [{ key: "drive.model", title: "Drive model" }] };
  expect(read(chart(two, split)).sentence).toBe(
    "A: saturates at queue depth 8: 60 k; B: rises from 10 k at queue depth 1 to 40 k at 8.",
  );
  const four = ["A", "B", "C", "D"].map((key, i) => line(numbers({ 1: 10 + i }), { key, values: [key] }));
  expect(read(chart(four, split)).sentence).toBe("Highest IOPS of 4 values: 13 k at D, queue depth 1.");
});

test("a line of one point is not read beside one that compares two, and a slot is named once", () => {
  const split = { by: "size", split: [{ key: "option.size", title: "size" }] };
  const lines = [
    line([point("Slot-2", 233)], { key: "512m", values: ["512m"] }),
    line([point("Slot-2", 230), point("Slot-3", 156)], { key: "4g", values: ["4g"] }),
  ];
  expect(read(chart(lines, { ...split, x: "slot" }), "Slot").sentence).toBe(
    "Size 4g: 230 k with slot 2 and 156 k with slot 3.",
  );
});

test("a sentence too long for two lines names the best value instead, and so does a heat map", () => {
  const key = "a test file with a rather long name of its own";
  const two = [1, 2].map((n) => line(numbers({ 1: n, 8: 60 + n }), { key, values: [`${key} ${n}`] }));
  const split = { by: "drive.model", split: [{ key: "drive.model", title: "Drive model" }] };
  expect(read(chart(two, split)).sentence).toBe(`Highest IOPS of 4 values: 62 k at ${key} 2, queue depth 8.`);
  const answer = chart([line(numbers({ 1: 10, 8: 60 }))]);
  const words = { xTitle: "Block size", formatX: String, format: (value: number) => `${value} k` };
  expect(chartReading(answer, toLines(answer, []), words, true).sentence).toBe(
    "Highest IOPS of 2 values: 60 k at block size 8.",
  );
});

test("within a sentence a line's title is small, its own value is not; a heat map counts runs per cell", () => {
  const words = { xTitle: "Block size", formatX: String, format: (value: number) => `${value} k` };
  const grid = (key: string, title: string, values: (string | number)[]) => {
    const lines = values.map((value, i) =>
      line(numbers({ 1: 10 + i, 8: 60 + i }), { key: value, values: [value] }),
    );
    const answer = chart(lines, { by: key, split: [{ key, title }] });
    const factor = { key, title, type: "number", unit: null } as const;
    return chartReading(answer, toLines(answer, [factor]), words, true);
  };
  const depths = grid("iodepth", "Queue depth", [1, 32]);
  expect(depths.sentence).toBe("Highest IOPS of 4 values: 61 k at queue depth 32, block size 8.");
  expect(depths.sure).toBe("1 run per cell");
  expect(grid("drive.model", "Drive model", ["Ace", "Bee"]).sentence).toContain("at Bee, block size 8");
});

test("nothing is read where unlike runs meet", () => {
  const unlike = [
    chart([line(numbers({ 1: 10, 8: 60 }), { is_alike: false })]),
    chart([line(numbers({ 1: 10, 8: 60 }))], { is_asking: true }),
  ];
  for (const answer of unlike) {
    const { kind, sentence } = read(answer);
    expect(kind).toBeNull();
    expect(sentence).not.toMatch(/\d/);
  }
});

test.each([
  [[1, 1], null, "1 run per point; no confidence interval"],
  [[3, 3], [1, 2], "3 runs per point"],
  [[1, 4], null, "1 to 4 runs per point; no confidence interval"],
])("what it stands on: %j runs, interval %j", (runs, ci95, words) => {
  const points = runs.map((count, i) => point(i + 1, 10 * (i + 1), { runs: count, n: count, ci95 }));
  expect(read(chart([line(points)])).sure).toBe(words);
});

test("a knee is called one", () => {
  expect(read(chart([RAID])).kind).toBe("knee");
  expect(read(chart([line(numbers({ 1: 10, 8: 60 }))])).kind).toBe("reading");
});

test("values of runs in doubt are counted before anything else is said", () => {
  const values = [
    { run_id: "a", value: 10, verdict: "trust" },
    { run_id: "b", value: 11, verdict: "limit" },
  ];
  const points = [point(1, 10, { n: 2, runs: 2, values })];
  expect(read(chart([line(points)])).text).toEqual(["1 of 2 values unreliable."]);
});
