/** A figure over one swept option: where each point stands on the axes, and the table that says the same. Pure. */
import { t } from "@lingui/core/macro";
import { linearAxis } from "@/charts/linear-axis";
import { logAxis } from "@/charts/log-axis";
import type { MarkerShape, Series, SeriesStyle } from "@/charts/series-style";
import type { Twin } from "@/charts/twin";

export interface SweepValue {
  x: number | string;
  value: number;
  /** Results behind it; without spread where it is one. */
  n: number;
  low: number | null;
  high: number | null;
}

/** Alike steps that differ in the swept option alone. */
export interface SweepLine extends Series {
  points: readonly SweepValue[];
  /** The same of the previous batch. */
  previous: readonly { x: number | string; value: number }[];
}

export interface SweepModel {
  xs: { x: number | string; at: number }[];
  /** Share 0..1 of the plot's height, from its foot. */
  yAt: (value: number) => number;
  /** The value at a share of the height: what a dragged line says. */
  valueAt: (share: number) => number;
  ticks: number[];
  largest: number;
}

const MARKERS: readonly MarkerShape[] = ["circle", "square", "triangle", "diamond"];
const DASHES = [undefined, "6 3", "2 3", "8 3 2 3"] as const;

/** The look of a line by its place: colour, dash and marker each tell it apart. */
export function sweepStyle(place: number): SeriesStyle {
  return {
    colour: `var(--s${place})`,
    dash: DASHES[place % DASHES.length],
    marker: MARKERS[place % MARKERS.length] ?? "circle",
  };
}

/** Null where no line has a point. `factorOf`: base units per unit of the axis. */
export function sweepModel(
  lines: readonly SweepLine[],
  isLog: boolean,
  factorOf: (largest: number) => number,
  limit: number | null,
): SweepModel | null {
  const values = lines.flatMap(({ points, previous }) => [
    ...points.flatMap(({ value, low, high }) => [value, low ?? value, high ?? value]),
    ...previous.map(({ value }) => value),
  ]);
  if (limit !== null) values.push(limit);
  const largest = Math.max(0, ...values);
  const axis = isLog ? logAxis(values) : linearAxis(largest, factorOf(largest));
  if (axis === null || largest === 0) return null;
  const [bottom, top] = axis.domain;
  const scale = isLog ? Math.log : (value: number) => value;
  const [low, high] = [scale(bottom), scale(top)];
  const unscale = isLog ? Math.exp : (value: number) => value;
  return {
    xs: placed(lines),
    yAt: (value) => Math.max(0, (scale(value) - low) / (high - low)),
    valueAt: (share) => unscale(low + share * (high - low)),
    ticks: axis.ticks,
    largest,
  };
}

/** Depths, jobs and sizes grow by factors: equal factors are equal steps. Words stand side by side. */
function placed(lines: readonly SweepLine[]): SweepModel["xs"] {
  const all = [
    ...new Set(lines.flatMap(({ points, previous }) => [...points, ...previous].map(({ x }) => x))),
  ];
  const isNumeric = all.every((x) => typeof x === "number" && x > 0);
  const sorted = isNumeric ? all.toSorted((a, b) => Number(a) - Number(b)) : all;
  const [first, last] = [Math.log(Number(sorted[0])), Math.log(Number(sorted.at(-1)))];
  return sorted.map((x, i) => ({
    x,
    at:
      sorted.length === 1
        ? 0.5
        : isNumeric
          ? (Math.log(Number(x)) - first) / (last - first)
          : i / (sorted.length - 1),
  }));
}

interface TwinWords {
  xTitle: string;
  title: string;
  /** Heading of the figure in CSV, with its base unit. */
  csvTitle: string;
  formatX: (x: number | string) => string;
  formatValue: (value: number) => string;
}

export function sweepTwin(lines: readonly SweepLine[], words: TwinWords): Twin {
  const before = (line: SweepLine, x: number | string) =>
    line.previous.find((point) => point.x === x)?.value ?? null;
  const text = (value: number | null) => (value === null ? "–" : words.formatValue(value));
  const all = lines.flatMap((line) => line.points.map((point) => ({ line, point })));
  return {
    caption: t`${{ title: words.title }}, as a table`,
    columns: [words.xTitle, t`Series`, words.title, "n", t`Lowest`, t`Highest`, t`Previous batch`],
    rows: all.map(({ line, point: { x, value, n, low, high } }) => [
      words.formatX(x),
      line.label,
      words.formatValue(value),
      String(n),
      text(low),
      text(high),
      text(before(line, x)),
    ]),
    csv: {
      header: [words.xTitle, "series", words.csvTitle, "n", "lowest", "highest", "previous_batch"],
      rows: all.map(({ line, point: { x, value, n, low, high } }) => [
        x,
        line.label,
        value,
        n,
        low,
        high,
        before(line, x),
      ]),
    },
  };
}

/** Labels at the lines' ends, moved apart where they would cover each other. `gap` and the answer in pixels. */
export function spreadLabels(ends: readonly number[], gap: number): number[] {
  const order = ends.map((_, i) => i).toSorted((a, b) => (ends[a] ?? 0) - (ends[b] ?? 0));
  const places = [...ends];
  let least = Number.NEGATIVE_INFINITY;
  for (const i of order) {
    const place = Math.max(ends[i] ?? 0, least);
    places[i] = place;
    least = place + gap;
  }
  return places;
}
