import { expect, test } from "vitest";
import type { SeriesAnswer } from "@/api/types";
import { marksInWords, mixtureNote, ratedNote, reading, toLines } from "@/subjects/runs/parts/series-lines";

type Line = SeriesAnswer["series"][number];

function point(x: number, value: number, ratio: number | null): Line["points"][number] {
  return {
    ...{ x, n: 1, runs: 1, mean: null, mean_reason: "one value", median: value, min: value, max: value },
    ...{ ci95: null, ci95_reason: "one value", mixed: [], values: [{ run_id: `r${x}`, value }] },
    ...{ values_left_out: 0, ceiling: 14.4e9, rated: null, rated_ratio: ratio },
    ...{ rated_drives: null, rated_missing: null, drive_counts: [] },
  };
}

const RAID: SeriesAnswer = {
  ...{ x: "raid.width", by: null, metric: "bw_bytes_per_s", unit: "bytes/s", lower_is_better: false },
  series: [
    {
      key: null,
      values: [],
      is_alike: true,
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
  ...{ split: [], varies: [], is_asking: false },
  ...{ mixed: [], results: 3, without_value: 0, without_x: 0 },
};

test("the shares of the rating and of the ideal line, and the knee, are one sentence", () => {
  const lines = toLines(RAID, []);
  expect(reading(RAID, lines)).toBe(
    "93, 89, 68\u00a0% of the stated rating: scaling drops beyond 3 drives; 100, 95, 73\u00a0% of linear scaling from the smallest width.",
  );
  expect(lines[0]?.points.map(({ x, ideal, ceiling }) => [x, ideal, ceiling])).toEqual([
    [2, 6.51e9, 14.4e9],
    [3, 9.765e9, 14.4e9],
    [4, 13.02e9, 14.4e9],
  ]);
});

test("one value alone is drawn as itself", () => {
  expect(toLines(RAID, [])[0]?.points[0]?.mean).toBe(6.51e9);
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
    "Block size (4\u00a0KiB, 1\u00a0MiB) · Direct I/O (no, unknown, yes) · Direction (read, write).",
  );
});

test("lines are called by what tells them apart, a number by its title, the unknown where it is needed", () => {
  const nps = { key: "bios.nps", title: "NPS", type: "number", unit: null } as const;
  const [line] = RAID.series;
  if (line === undefined) throw new Error("no line");
  const called = (...values: Line["values"][]) =>
    toLines(
      {
        ...RAID,
        split: ["rw", "host", "bios.nps"].map((key) => ({ key, title: key })),
        series: values.map((of) => ({ ...line, values: of })),
      },
      [nps],
    ).map(({ label }) => label);
  expect(called(["read", "epyc", 1], ["read", "epyc", 4], ["read", "gpu", null])).toEqual([
    "epyc · NPS 1",
    "epyc · NPS 4",
    "gpu",
  ]);
  expect(called(["read", "epyc", 1], ["read", "epyc", null])).toEqual(["NPS 1", "NPS unknown"]);
  expect(called(["read", "epyc", 4])).toEqual(["sequential read · epyc · NPS 4"]);
  const cpus = { key: "job.cpus", title: "Pinning", type: "text", unit: null } as const;
  const pinned = ["any", "node 1"].map((cpu, i) => ({ ...line, values: [`host ${i}`, cpu] }));
  const split = ["host", "job.cpus"].map((key) => ({ key, title: key }));
  expect(toLines({ ...RAID, split, series: pinned }, [cpus]).map(({ label }) => label)).toEqual([
    "host 0 · Pinning any",
    "host 1 · Pinning node 1",
  ]);
});

test("marks of percentiles are medians, and said to be", () => {
  const line = { ...RAID.series[0], points: [{ ...point(2, 6.51e9, 0.93), n: 2 }] } as Line;
  const repeated = { ...RAID, series: [line] };
  expect(marksInWords(RAID)).toBe("no repeats");
  expect(marksInWords(repeated)).toContain("mean of repeats");
  expect(marksInWords({ ...repeated, metric: "clat_p99_9_ns" })).toContain("median of repeats");
});

test("a rated line that is missing is missed in one sentence", () => {
  expect(ratedNote(RAID)).toBeNull();
  const lacking = (...reasons: Line["points"][number]["rated_missing"][]) =>
    ratedNote({
      ...RAID,
      series: RAID.series.map((line) => ({
        ...line,
        points: line.points.map((one, i) => ({
          ...one,
          rated_missing: reasons[i] ?? null,
          drive_counts: [2, 4, null],
        })),
      })),
    });
  expect(lacking("rated", "rated", "rated")).toBe(
    "To draw the rating add the label rated_bw_bytes_per_s with the rating of one drive.",
  );
  expect(lacking("rated")).toContain("for 1 of 3 points");
  expect(lacking("drives")).toContain("add the label drive.count");
  expect(lacking("drives", "rated", "rated")).toBe(
    "A rating is stated for 1 of 3 points without the number of drives: add the label drive.count. " +
      "To draw the rating for 2 of 3 points add the label rated_bw_bytes_per_s with the rating of one drive.",
  );
  expect(lacking("mixed_drives")).toContain(
    "a point pools runs on different numbers of drives (2, 4, unknown)",
  );
});

test("a setting's numbers are choices: nothing lies between them", () => {
  const [drawn] = toLines({ ...RAID, x: "bios.nps" }, []);
  expect(drawn?.points.map(({ x }) => x)).toEqual(RAID.series[0]?.points.map(({ x }) => String(x)));
});
