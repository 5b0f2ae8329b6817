import { expect, test } from "vitest";
import type { Timeline } from "@/api/types";
import { clockNote, extentOf, spanInWords, split, windowInWords } from "@/subjects/runs/parts/run-clock";
import { runSeries, series } from "@/test/series-data";

const log = series("log", { source: "fio_log", subject: "x_bw.1.log" });

function timeline(
  clock: Partial<Timeline["clock"]>,
  off: string[] = [],
  list = [series("a"), log],
): Timeline {
  return {
    ...runSeries(list),
    series: list.map((one) => ({ ...one, points: [...one.points] })),
    clock: {
      ...{ zero: "samples", zero_at_ms: 1_795_168_800_000, basis: "stated", log_offset_ms: 5040 },
      ...{ reason: null, phases: [], jobs: [], logs_hold_maxima: false },
      ...clock,
    },
    off_clock: off,
  } as Timeline;
}

test.each([
  [{}, "0:00 is when the agent started fio; fio’s logs begin at 0:05, as fio states"],
  [
    { basis: "computed" as const },
    "0:00 is when the agent started fio; fio’s logs begin at about 0:05: its end minus its runtime, accurate to some tenths of a second",
  ],
  [
    { basis: "computed" as const, log_offset_ms: null },
    "0:00 is when the agent started fio; job starts are derived from fio’s end, accurate to some tenths of a second",
  ],
  [{ log_offset_ms: null, basis: null, reason: "It says not." }, "0:00 is when the agent started fio"],
  [{ zero: "job" as const }, "0:00 is when the job began to measure"],
])("what the clock is: %j", (clock, words) => {
  expect(clockNote(timeline(clock))).toBe(words);
});

test("samples alone need no word about logs", () => {
  expect(clockNote(timeline({}, [], [series("a")]))).toBe("0:00 is when the agent started fio");
});

test("what has no place stands by itself", () => {
  const [on, off] = split(timeline({}, ["log"]));
  expect([on.series.map((one) => one.key), off.series.map((one) => one.key)]).toEqual([["a"], ["log"]]);
});

test("the clock reaches to the end of what was measured", () => {
  const phases = [{ name: "measured" as const, job: null, from_ms: 1000, to_ms: 9000 }];
  expect(extentOf(timeline({ phases }))).toEqual({ from_ms: 0, to_ms: 9000 });
  expect(extentOf(timeline({}))).toEqual({ from_ms: 0, to_ms: 4000 });
});

test.each([
  [{ from_ms: 29_040, to_ms: 33_000 }, "0:29 to 0:33"],
  [{ from_ms: 500, to_ms: 1250 }, "0:00.5 to 0:01.3"],
  [{ from_ms: 5040, to_ms: 45_060 }, "0:05 to 0:45"],
])("a window in words: %j", (span, words) => {
  expect(spanInWords(span)).toBe(words);
});

test("a window says of how much it is", () => {
  const range = { from_ms: 29_000, to_ms: 33_000 };
  const phases = [{ name: "measured" as const, job: null, from_ms: 5000, to_ms: 45_040 }];
  expect(windowInWords(range, timeline({ phases }))).toBe("Window 0:29 to 0:33 of 0:45");
  expect(windowInWords(range, undefined)).toBe("Window 0:29 to 0:33");
});
