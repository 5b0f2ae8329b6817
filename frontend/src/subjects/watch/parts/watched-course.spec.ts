import { expect, test } from "vitest";
import type { Change, ChangeDetail, FactCourse } from "@/api/types";
import {
  lanesOf,
  levelLines,
  recordedChanges,
  runLines,
  stepAnnotations,
} from "@/subjects/watch/parts/watched-course";

const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T02:00:00Z`;
const ms = (day: number) => Date.parse(at(day));
const runAt = (day: number) => ({ id: `r${day}`, started_at: at(day) });

const POINTS: ChangeDetail["points"] = [1, 2, 3, 4].map((day) => ({
  run_id: `r${day}`,
  started_at: at(day),
  value: day < 3 ? 100 : 86,
  is_doubted: day === 4,
}));

const span = (value: string | null, first: number, last: number) => ({
  value,
  first_run: runAt(first),
  last_run: runAt(last),
  n: last - first + 1,
});
const KERNEL: FactCourse = {
  key: "kernel",
  title: "Kernel",
  unit: null,
  spans: [span("6.1", 1, 2), span("6.8", 3, 4)],
};

// What a step is known by; the rest of a change has no part in the chart.
const step = (day: number, gone: string | null = null) =>
  ({
    after_run: runAt(day),
    gone_at: gone,
    metric_title: "IOPS",
    unit: "IOPS",
    before: 100_000,
    after: 86_000,
    ratio: 0.86,
    ratio_low: null,
    ratio_high: null,
  }) as Change;

test("runs in doubt are drawn apart from those that count", () => {
  const [counted, doubted] = runLines(POINTS);
  expect(counted?.points.map((point) => point.x)).toEqual([ms(1), ms(2), ms(3)]);
  expect(doubted?.points.map((point) => point.x)).toEqual([ms(4)]);
  expect(runLines(POINTS.slice(0, 3))).toHaveLength(1);
});

test("a level is as long as its runs and says how many there are", () => {
  const levels = [{ first_run: runAt(1), last_run: runAt(2), value: 100, n: 2 }];
  expect(levelLines(levels, "IOPS")).toEqual([
    { from: ms(1), to: ms(2), value: 100, label: "100\u00a0IOPS", text: "Median of 2 runs: 100\u00a0IOPS" },
  ]);
});

test("only steps that the runs still show are marked", () => {
  expect(stepAnnotations([step(3), step(2, at(4))])).toEqual([
    { x: ms(3), until: null, kind: "step", text: "IOPS 100k → 86.0k (−14.0 %)", short: "−14.0 %" },
  ]);
});

test("a value lasts until the next one, and no longer than it is told where runs between tell nothing", () => {
  expect(lanesOf([KERNEL], POINTS)[0]?.spans.map(({ from, to }) => [from, to])).toEqual([
    [ms(1), ms(3)],
    [ms(3), ms(4)],
  ]);
  const untold = { ...KERNEL, spans: [span("6.1", 1, 1), span("6.8", 3, 4)] };
  expect(lanesOf([untold], POINTS)[0]?.spans[0]).toMatchObject({ from: ms(1), to: ms(1) });
});

test("every recorded change is listed, the newest first, and says whether the figure changed with it", () => {
  const bios = { ...KERNEL, key: "bios", title: "BIOS", spans: [span("1", 1, 1), span(null, 2, 4)] };
  expect(recordedChanges([KERNEL, bios], [step(3)])).toMatchObject([
    { title: "Kernel", before: "6.1", after: "6.8", run: runAt(3), isAtStep: true },
    { title: "BIOS", before: "1", after: "absent", run: runAt(2), isAtStep: false },
  ]);
  expect(recordedChanges([KERNEL], [step(3, at(4))])[0]?.isAtStep).toBe(false);
});
