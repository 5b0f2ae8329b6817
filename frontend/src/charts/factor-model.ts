/**
 * A metric over a factor: every value as a point, means with their intervals over them. Pure: what is drawn where, on
 * which axes, and the table that says the same.
 */
import { t } from "@lingui/core/macro";
import { type Annotation, reachOf } from "@/charts/annotation-model";
import { calendarTicks } from "@/charts/calendar-axis";
import { type LinearAxis, linearAxis } from "@/charts/linear-axis";
import { type LogAxis, logAxis } from "@/charts/log-axis";
import { type Reference, referencesOf } from "@/charts/reference-model";
import { MAX_SERIES, type MarkerShape, type Series, type SeriesStyle } from "@/charts/series-style";
import type { Twin } from "@/charts/twin";

export interface FactorValueAt {
  runId: string;
  value: number;
  /** What held the run back, in words, where it is known. */
  verdict?: string | undefined;
}

export interface FactorPoint {
  /** A number where x is one; else its text. */
  x: number | string;
  n: number;
  runs: number;
  mean: number | null;
  meanReason: string | null;
  ci95: readonly number[] | null;
  ci95Reason: string | null;
  min: number;
  max: number;
  values: readonly FactorValueAt[];
  /** The ideal line, and the measured share of it, 1 = all of it. */
  ideal: number | null;
  efficiency: number | null;
  /** What the datasheet promises of all drives together, and the measured share of it. */
  rated: number | null;
  ratedRatio: number | null;
  ceiling: number | null;
}

export interface FactorLine {
  key: string;
  label: string;
  /** One group of alike runs: only then its points may be joined. */
  isAlike: boolean;
  points: readonly FactorPoint[];
}

/** What lies along x: a factor's values, something measured, or moments in the reader's time zone or in UTC. */
export type XKind = "factor" | "measured" | "local" | "UTC";

/** What a mark over the values is: of percentiles no mean is made. */
export type Marks = "mean" | "median";

export interface FactorModelInput {
  marks: Marks;
  xKind: XKind;
  /** Base units per unit in which a measured x is written. */
  xFactor: number;
  lines: readonly FactorLine[];
  /** Of all panels beside it, its own among them: axes and styles are those of all. */
  alongside?: readonly FactorLine[] | undefined;
  /** All runs are alike, so that they have a median. */
  hasMedian?: boolean;
  /** Of a chart over time; its axis reaches to those near its ends. */
  annotations?: readonly Annotation[];
  isLogX: boolean;
  isLogY: boolean;
  /** Base units per unit of the y axis. */
  yFactor: number;
  xTitle: string;
  /** Heading of the metric in CSV, with its base unit. */
  csvMetric: string;
  formatX: (x: number | string) => string;
  formatValue: (value: number) => string;
}

export interface Dot {
  x: number;
  y: number;
  runId: string;
}

export interface MeanRow {
  /** Position on the axis. */
  x: number;
  label: string;
  /** Per line: mean, distances of the interval, ideal value. */
  mean: (number | null)[];
  interval: ([number, number] | null)[];
  ideal: (number | null)[];
  rated: (number | null)[];
  /** What the slowest link can carry there, where all lines agree. */
  ceiling: number | null;
  points: (FactorPoint | null)[];
}

export interface FactorModel {
  series: Series[];
  isCategory: boolean;
  rows: MeanRow[];
  /** Per line, at most MAX_DOTS over all lines. */
  dots: Dot[][];
  dotsLeftOut: number;
  xDomain: [number, number];
  xTicks: { position: number; label: string }[];
  yAxis: LinearAxis | LogAxis | null;
  hasCeiling: boolean;
  /** Lines that hold for all points, and the names of those that follow the points. */
  references: Reference[];
  hasIdeal: boolean;
  hasRated: boolean;
  /** Per line, whether its points are joined. */
  isJoined: boolean[];
  linesLeftOut: number;
  twin: Twin;
}

/** Scatter is heavy: beyond this the newest values of each point are drawn. */
export const MAX_DOTS = 1000;
const MARKERS: readonly MarkerShape[] = ["circle", "square", "triangle", "diamond"];
const DASHES = [undefined, "6 3", "2 3", "8 3 2 3"];
/** How far the lines of one category stand apart, of the category's width. */
const DODGE = 0.16;

export function factorModel(input: FactorModelInput): FactorModel {
  const lines = input.lines.slice(0, MAX_SERIES);
  const { alongside = lines } = input;
  const keys = [...new Set(alongside.map(({ key }) => key))];
  const series = lines.map(({ key, label }) => ({
    key,
    label,
    style: styleOf(keys.indexOf(key) % MAX_SERIES),
  }));
  const xs = distinct(alongside.flatMap((line) => line.points.map((point) => point.x)));
  const isCategory = xs.some((x) => typeof x !== "number");
  const isLogX = input.isLogX && !isCategory && xs.every((x) => Number(x) > 0);
  const place = (x: number | string) => (isCategory ? xs.indexOf(x) : Number(x));

  const own = new Set(lines.flatMap((line) => line.points.map((point) => point.x)));
  const rows = xs
    .filter((x) => own.has(x))
    .map((x): MeanRow => {
      const points = lines.map((line) => line.points.find((point) => point.x === x) ?? null);
      return {
        x: place(x),
        label: input.formatX(x),
        points,
        mean: points.map((point) => drawable(point?.mean ?? null, input.isLogY)),
        interval: points.map((point) => distances(point, input.isLogY)),
        ideal: points.map((point) => point?.ideal ?? null),
        rated: points.map((point) => drawable(point?.rated ?? null, input.isLogY)),
        ceiling: agreed(points.map((point) => point?.ceiling ?? null)),
      };
    });
  const { dots, leftOut } = placeDots(lines, place, isCategory, input.isLogY);
  const numbers = [
    ...dots.flat().map((dot) => dot.y),
    ...rows.flatMap((row) => [...row.mean, ...row.ideal, ...row.rated]),
    ...lines.flatMap((line) => line.points.flatMap((point) => (point.ci95 ?? []).slice(1))),
  ].filter((value) => value !== null);
  const ceilings = rows.flatMap((row) => row.ceiling ?? []);
  const reach = [...numbers, ...ceilings, ...(alongside === lines ? [] : alongside.flatMap(reachedBy))];

  return {
    series,
    isCategory,
    rows,
    dots,
    dotsLeftOut: leftOut,
    ...xAxisOf(xs, isCategory, isLogX, input),
    yAxis:
      numbers.length === 0
        ? null
        : input.isLogY
          ? logAxis(reach)
          : linearAxis(Math.max(...reach), input.yFactor),
    hasCeiling: ceilings.length > 0,
    references: referencesOf(lines, place, input.formatValue, input.hasMedian),
    hasIdeal: rows.some((row) => row.ideal.some((value) => value !== null)),
    hasRated: rows.some((row) => row.rated.some((value) => value !== null)),
    // Runs in the order of what they measured are no course of anything, nor are unlike ones.
    isJoined: lines.map(({ isAlike }) => isAlike && !isCategory && input.xKind !== "measured"),
    linesLeftOut: input.lines.length - lines.length,
    twin: twinOf(input, lines),
  };
}

/** What an axis must hold of a line. */
function reachedBy({ points }: FactorLine): number[] {
  return points
    .flatMap(({ min, max, ci95, ideal, rated, ceiling }) => [
      min,
      max,
      ci95?.[1] ?? null,
      ideal,
      rated,
      ceiling,
    ])
    .filter((value) => value !== null);
}

/** Colour, marker and dash: no two lines share more than one of the three, so that none hangs on its colour. */
function styleOf(line: number): SeriesStyle {
  const round = Math.floor(line / MARKERS.length);
  return {
    colour: `var(--s${line})`,
    dash: DASHES[(line + round) % DASHES.length],
    marker: MARKERS[line % MARKERS.length] ?? "circle",
  };
}

const byName = new Intl.Collator("en", { numeric: true });

/** Numbers rising; among texts in the order in which people count: 2, 2 + 3, 3, 10. */
function distinct(xs: readonly (number | string)[]): (number | string)[] {
  const unique = [...new Set(xs)];
  return unique.every((x) => typeof x === "number")
    ? unique.toSorted((a, b) => a - b)
    : unique.toSorted((a, b) => byName.compare(String(a), String(b)));
}

/** The one known value of all; null where there is none or they differ. */
function agreed(values: readonly (number | null)[]): number | null {
  const known = new Set(values.filter((value) => value !== null));
  const [only = null] = known.size === 1 ? known : [];
  return only;
}

function drawable(value: number | null, isLog: boolean): number | null {
  return value === null || (isLog && value <= 0) ? null : value;
}

function distances(point: FactorPoint | null, isLog: boolean): [number, number] | null {
  const [low, high] = point?.ci95 ?? [];
  if (point === null || point.mean === null || low === undefined || high === undefined) return null;
  // On a logarithmic axis a whisker that reaches zero would be drawn to nowhere.
  const bottom = isLog ? Math.max(low, point.min / 2) : low;
  return [point.mean - bottom, high - point.mean];
}

function placeDots(
  lines: readonly FactorLine[],
  place: (x: number | string) => number,
  isCategory: boolean,
  isLog: boolean,
): { dots: Dot[][]; leftOut: number } {
  const total = lines.reduce(
    (sum, line) => sum + line.points.reduce((inner, point) => inner + point.values.length, 0),
    0,
  );
  const share = Math.min(1, MAX_DOTS / Math.max(1, total));
  let drawn = 0;
  const dots = lines.map((line, i) =>
    line.points.flatMap((point) => {
      const kept = Math.max(1, Math.floor(point.values.length * share));
      return point.values.slice(-kept).flatMap(({ runId, value }) => {
        if (isLog && value <= 0) return [];
        drawn += 1;
        return [{ x: place(point.x) + (isCategory ? dodge(i, lines.length) : 0), y: value, runId }];
      });
    }),
  );
  return { dots, leftOut: total - drawn };
}

/** Lines of one category stand side by side. */
export function dodge(line: number, lines: number): number {
  return (line - (lines - 1) / 2) * Math.min(DODGE, 0.7 / Math.max(1, lines));
}

function xAxisOf(
  xs: readonly (number | string)[],
  isCategory: boolean,
  isLogX: boolean,
  {
    xKind,
    xFactor,
    formatX,
    annotations = [],
  }: Pick<FactorModelInput, "xKind" | "xFactor" | "formatX" | "annotations">,
): Pick<FactorModel, "xDomain" | "xTicks"> {
  if (isCategory) {
    return {
      xDomain: [-0.5, xs.length - 0.5],
      xTicks: xs.map((x, position) => ({ position, label: formatX(x) })),
    };
  }
  const numbers = xs.map(Number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const labelled = (positions: readonly number[]) =>
    positions.map((position) => ({ position, label: formatX(position) }));
  if (xKind === "measured" && high > low) {
    // What was measured has no values of its own to be named: round figures, as on the other axis.
    const axis = isLogX ? logAxis(numbers) : linearAxis(high, xFactor);
    if (axis !== null) return { xDomain: axis.domain, xTicks: labelled(axis.ticks) };
  }
  if ((xKind === "local" || xKind === "UTC") && high > low) {
    const margin = (high - low) * 0.03;
    const [from, to] = reachOf(low, high, annotations);
    return { xDomain: [from - margin, to + margin], xTicks: calendarTicks(from, to, xKind === "UTC") };
  }
  const ticks = labelled(thinned(numbers));
  if (isLogX) return { xDomain: [low / 1.15, high * 1.15], xTicks: ticks };
  const margin = (high - low || Math.abs(high) || 1) * 0.05;
  return { xDomain: [low - margin, high + margin], xTicks: ticks };
}

const MAX_TICKS = 12;

/** Every value that occurs is a tick, or every second, third … when there are many. */
function thinned(numbers: readonly number[]): number[] {
  const step = Math.ceil(numbers.length / MAX_TICKS);
  return numbers.filter((_, i) => i % step === 0);
}

function twinOf(input: FactorModelInput, lines: readonly FactorLine[]): Twin {
  const all = lines.flatMap((line) => line.points.map((point) => ({ line, point })));
  const value = (number: number | null) => (number === null ? "–" : input.formatValue(number));
  const share = (ratio: number | null) => (ratio === null ? "–" : `${Math.round(ratio * 100)}\u00a0%`);
  const hasIdeal = all.some(({ point }) => point.efficiency !== null);
  const hasCeiling = all.some(({ point }) => point.ceiling !== null);
  const hasRated = all.some(({ point }) => point.ratedRatio !== null);
  const several = lines.length > 1;
  return {
    caption: t`${{ csvMetric: input.csvMetric }} vs. ${{ xTitle: input.xTitle }}`,
    columns: [
      input.xTitle,
      ...(several ? [t`Series`] : []),
      "n",
      input.marks === "mean" ? t`Mean` : t`Median`,
      t`95 % interval`,
      t`Smallest`,
      t`Largest`,
      ...(hasIdeal ? [t`Of ideal`] : []),
      ...(hasRated ? [t`Of the stated rating`] : []),
      ...(hasCeiling ? [t`Slowest link`] : []),
    ],
    rows: all.map(({ line, point }) => [
      input.formatX(point.x),
      ...(several ? [line.label] : []),
      String(point.n),
      point.mean === null ? `– (${point.meanReason ?? t`unknown`})` : value(point.mean),
      point.ci95 === null
        ? `– (${point.ci95Reason ?? t`unknown`})`
        : `${value(point.ci95[0] ?? null)} – ${value(point.ci95[1] ?? null)}`,
      value(point.min),
      value(point.max),
      ...(hasIdeal ? [share(point.efficiency)] : []),
      ...(hasRated ? [share(point.ratedRatio)] : []),
      ...(hasCeiling ? [value(point.ceiling)] : []),
    ]),
    csv: {
      header: [input.xTitle, "series", "run_id", input.csvMetric],
      rows: all.flatMap(({ line, point }) =>
        point.values.map(({ runId, value: measured }) => [point.x, line.label, runId, measured]),
      ),
    },
  };
}
