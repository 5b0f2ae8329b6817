/** A figure run by run with the changes of the machine on the same axis: places and words. Pure. */
import { t } from "@lingui/core/macro";
import { type Annotation, reachOf } from "@/charts/annotation-model";
import { type CalendarTick, calendarTicks } from "@/charts/calendar-axis";
import { type LinearAxis, linearAxis } from "@/charts/linear-axis";
import type { Twin } from "@/charts/twin";

export interface CoursePoint {
  runId: string;
  /** ISO. */
  at: string;
  isDated: boolean;
  /** In base units. */
  value: number;
  isDoubted: boolean;
  /** Runs of one number are alike in everything that is recorded. */
  configuration: number;
}

export interface CourseChange {
  key: string;
  /** ISO. */
  at: string;
  text: string;
  /** What stands in the drawing where the text has no room. */
  short?: string;
}

/** What the figures are held against: a line across, with its word. */
export interface CourseReference {
  kind: "limit" | "rated";
  text: string;
  /** In base units. */
  value: number;
}

interface PlacedPoint extends CoursePoint {
  x: number;
  y: number;
}

interface PlacedChange extends CourseChange {
  x: number;
}

export interface CourseModel {
  points: readonly PlacedPoint[];
  /** Each joins trusted runs of one configuration that follow each other. */
  segments: readonly string[];
  changes: readonly PlacedChange[];
  /** Changes before the first run or after the last. */
  outside: number;
  xTicks: readonly { x: number; label: string }[];
  yTicks: readonly { y: number; value: number }[];
  references: readonly (CourseReference & { y: number })[];
  /** False: some start is not stated, and the runs stand in the order received. */
  isOverTime: boolean;
  /** Where a moment, in ms since 1970, stands; undefined without a time axis. */
  place: (time: number) => number | undefined;
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Part of the width that stays free at both ends. */
const MARGIN = 0.03;
/** As wide as the label of a day is, with room beside it. */
const MIN_TICK_PX = 52;

interface CourseFrame {
  box: Box;
  factor: number;
  annotations?: readonly Annotation[];
  references?: readonly CourseReference[];
}

export function courseModel(
  points: readonly CoursePoint[],
  changes: readonly CourseChange[],
  { box, factor, annotations = [], references = [] }: CourseFrame,
): CourseModel {
  const isOverTime = points.every(({ isDated }) => isDated) && new Set(points.map(({ at }) => at)).size > 1;
  const times = points.map(({ at }) => Date.parse(at));
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const [from, to] = reachOf(first, last, annotations);
  // A line above all points belongs to the picture: how much room there is.
  const axis = linearAxis(Math.max(0, ...[...points, ...references].map(({ value }) => value)), factor);
  const toX = (share: number) => box.left + (box.right - box.left) * (MARGIN + share * (1 - 2 * MARGIN));
  const ofTime = (time: number) => toX(to > from ? (time - from) / (to - from) : 0.5);
  const ofOrder = (place: number) => toX(points.length > 1 ? place / (points.length - 1) : 0.5);
  const toY = (value: number) => yOf(value, axis, box);
  const placed = points.map((point, place) => ({
    ...point,
    x: round(isOverTime ? ofTime(times[place] ?? first) : ofOrder(place)),
    y: round(toY(point.value)),
  }));
  const within = changes.filter(({ at }) => Date.parse(at) >= first && Date.parse(at) <= last);
  return {
    points: placed,
    segments: segmentsOf(placed),
    changes: within.map((change) => ({
      ...change,
      x: round(isOverTime ? ofTime(Date.parse(change.at)) : ofOrder(placeOf(times, Date.parse(change.at)))),
    })),
    outside: changes.length - within.length,
    xTicks: isOverTime
      ? thinned(
          calendarTicks(from, to, false).map(({ position, label }: CalendarTick) => ({
            x: round(ofTime(position)),
            label,
          })),
        )
      : [],
    yTicks: axis.ticks.map((value) => ({ y: round(toY(value)), value })),
    references: references.map((reference) => ({ ...reference, y: round(toY(reference.value)) })),
    isOverTime,
    place: (time) => (isOverTime ? round(ofTime(time)) : undefined),
  };
}

/** Every second tick, or every third and so on, where all of them would run into each other. */
function thinned<T extends { x: number }>(ticks: readonly T[]): readonly T[] {
  const apart = Math.min(...ticks.slice(1).map(({ x }, i) => x - (ticks[i]?.x ?? x)));
  const step = Math.max(1, Math.ceil(MIN_TICK_PX / Math.max(1, apart)));
  return ticks.filter((_, i) => i % step === 0);
}

function yOf(value: number, { domain }: LinearAxis, box: Box): number {
  return box.bottom - ((value - domain[0]) / (domain[1] - domain[0])) * (box.bottom - box.top);
}

/** In the order received a change stands half a step before the first run after it. */
function placeOf(times: readonly number[], at: number): number {
  const after = times.findIndex((time) => time >= at);
  return Math.max(0, (after === -1 ? times.length : after) - 0.5);
}

function segmentsOf(points: readonly PlacedPoint[]): string[] {
  const segments: PlacedPoint[][] = [];
  for (const point of points.filter(({ isDoubted }) => !isDoubted)) {
    const open = segments.at(-1);
    if (open?.at(-1)?.configuration === point.configuration) open.push(point);
    else segments.push([point]);
  }
  return segments
    .filter((segment) => segment.length > 1)
    .map((segment) => segment.map(({ x, y }) => `${x},${y}`).join(" "));
}

export interface CourseWords {
  caption: string;
  /** Of the value in the CSV, with its base unit. */
  csvMetric: string;
  formatAt: (iso: string) => string;
  formatValue: (value: number) => string;
  references?: readonly CourseReference[];
}

/** Runs and changes as one table, in the order of time. */
export function courseTwin(
  points: readonly CoursePoint[],
  changes: readonly CourseChange[],
  { caption, csvMetric, formatAt, formatValue, references = [] }: CourseWords,
): Twin {
  const rows = [
    ...points.map((point) => ({
      at: point.at,
      cells: [
        formatAt(point.at),
        formatValue(point.value),
        point.isDoubted ? t`in doubt` : t`configuration ${{ count: point.configuration + 1 }}`,
      ],
    })),
    ...changes.map(({ at, text }) => ({ at, cells: [formatAt(at), "–", t`changed: ${text}`] })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return {
    caption,
    columns: [t`When`, t`Figure`, t`What`],
    rows: [
      ...rows.map(({ cells }) => cells),
      ...references.map(({ text, value }) => [text, formatValue(value), t`baseline`]),
    ],
    csv: {
      header: ["started_at", csvMetric, "run_id", "configuration", "in_doubt"],
      rows: points.map(({ at, value, runId, configuration, isDoubted }) => [
        at,
        value,
        runId,
        configuration + 1,
        isDoubted ? "yes" : "no",
      ]),
    },
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
