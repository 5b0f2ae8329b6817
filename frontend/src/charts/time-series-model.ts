/** From one panel's buckets to what is drawn: rows on the common time grid, axes, table twin. */
import { t } from "@lingui/core/macro";
import { type LinearAxis, linearAxis, PERCENT_AXIS } from "@/charts/linear-axis";
import { logAxis } from "@/charts/log-axis";
import { assignStyles, MAX_SERIES, type Series } from "@/charts/series-style";
import type { BucketPoint, Panel, PanelLine } from "@/charts/time-series-panels";
import type { Twin } from "@/charts/twin";
import {
  axisUnit,
  type BandwidthUnits,
  formatSeriesValue,
  formatTemperature,
  formatTimeInRun,
  MISSING,
  type SeriesUnit,
} from "@/lib/units";

export interface TimeGrid {
  from_ms: number;
  to_ms: number;
  bucket_ms: number;
  /** Points farther apart than so many buckets are not joined; absent: by each series' own measure. */
  reach?: number;
}

export interface TimeRow {
  t: number;
  /** By position of the series: what the line passes through; null is a gap. */
  mean: (number | null)[];
  /** [lowest, highest] in the bucket. */
  band: ([number, number] | null)[];
  /** The bucket that covers this moment, by position; a row between two buckets has the earlier one's. */
  points: (BucketPoint | null)[];
}

export interface TimeSeriesModel {
  series: Series[];
  rows: TimeRow[];
  axis: LinearAxis;
  /** Base units per unit of the axis. */
  factor: number;
  unitName: string;
  twin: Twin;
  reading: string | undefined;
}

/** More rows than this in a table are for a spreadsheet. */
const TWIN_ROWS = 60;

/** `whole` is the same panel over the whole run: a zoomed chart keeps its axes. */
export function timeSeriesModel(
  panel: Panel,
  whole: Panel,
  grid: TimeGrid,
  units: BandwidthUnits,
): TimeSeriesModel {
  const drawn = panel.lines.slice(0, MAX_SERIES);
  const styles = assignStyles(
    whole.lines.slice(0, MAX_SERIES).concat(drawn.filter((line) => !has(whole, line))),
  );
  const series = drawn.flatMap(({ key, label }) => {
    const style = styles.get(key);
    return style === undefined ? [] : [{ key, label, style }];
  });
  const values = [...whole.lines, ...panel.lines].flatMap((line) =>
    line.points.map((p) => (line.hasBand ? p.max : p.mean)),
  );
  const largest = values.reduce((most, value) => Math.max(most, value), 0);
  const { factor, name } = axisUnit(panel.unit, largest, units);
  const log = panel.isLogarithmic
    ? logAxis([...whole.lines, ...panel.lines].flatMap((line) => line.points.flatMap((p) => [p.min, p.max])))
    : null;
  return {
    series,
    rows: rowsOf(drawn, grid, log !== null),
    axis: log ?? (panel.unit === "%" && largest <= 100 ? PERCENT_AXIS : linearAxis(largest, factor)),
    factor,
    unitName: name,
    twin: twinOf(panel, units),
    reading: readingOf(panel, drawn.length, units),
  };
}

function has(panel: Panel, line: PanelLine): boolean {
  return panel.lines.some((one) => one.key === line.key);
}

function rowsOf(lines: readonly PanelLine[], grid: TimeGrid, isLog: boolean): TimeRow[] {
  const count = Math.max(1, Math.ceil((grid.to_ms - grid.from_ms) / grid.bucket_ms));
  const columns = lines.map((line) => columnOf(line.points, grid, count));
  // A logarithm has no zero: what is not above it is a gap.
  const usable = (value: number | null) => (value !== null && isLog && value <= 0 ? null : value);
  return Array.from({ length: count }, (_, i) => ({
    t: grid.from_ms + i * grid.bucket_ms,
    mean: columns.map((column) => usable(column.mean[i] ?? null)),
    band: columns.map((column, s) => {
      const [low, high] = [usable(column.min[i] ?? null), usable(column.max[i] ?? null)];
      return low === null || high === null || lines[s]?.hasBand === false ? null : [low, high];
    }),
    points: columns.map((column) => column.covering[i] ?? null),
  }));
}

interface Column {
  min: (number | null)[];
  mean: (number | null)[];
  max: (number | null)[];
  covering: (BucketPoint | null)[];
}

/**
 * Puts the points on the grid. A series that was sampled more slowly than the grid is joined by straight lines from
 * point to point; where points are missing by the series' own measure there is a gap.
 */
function columnOf(points: readonly BucketPoint[], grid: TimeGrid, count: number): Column {
  const empty = () => Array.from({ length: count }, (): number | null => null);
  const column: Column = {
    min: empty(),
    mean: empty(),
    max: empty(),
    covering: Array.from({ length: count }, (): BucketPoint | null => null),
  };
  const placed = points
    .map((point) => ({ point, i: Math.round((point.t_ms - grid.from_ms) / grid.bucket_ms) }))
    .filter(({ i }) => i >= 0 && i < count)
    .toSorted((a, b) => a.i - b.i);
  const reach = grid.reach ?? 1.5 * ownStep(placed.map(({ i }) => i));
  placed.forEach(({ point, i }, at) => {
    const next = placed[at + 1];
    const isJoined = next !== undefined && next.i - i <= reach;
    const steps = isJoined ? next.i - i : 1;
    for (let step = 0; step < steps; step++) {
      const share = step / steps;
      const between = (from: number, to: number) => from + (to - from) * share;
      column.min[i + step] = between(point.min, next?.point.min ?? point.min);
      column.mean[i + step] = between(point.mean, next?.point.mean ?? point.mean);
      column.max[i + step] = between(point.max, next?.point.max ?? point.max);
      column.covering[i + step] = point;
    }
  });
  return column;
}

/** Buckets from one point to the next, as most often seen. */
function ownStep(positions: readonly number[]): number {
  const steps = positions
    .slice(1)
    .map((position, i) => position - (positions[i] ?? 0))
    .toSorted((a, b) => a - b);
  return steps[Math.floor(steps.length / 2)] ?? 1;
}

function twinOf(panel: Panel, units: BandwidthUnits): Twin {
  const lines = panel.lines.map((line) => ({ ...line, unit: panel.unit }));
  return twinOfLines(panel.title, lines, units);
}

interface TwinLine {
  label: string;
  unit: SeriesUnit;
  points: readonly BucketPoint[];
}

/** Lines of one clock as a table: a row per moment. */
export function twinOfLines(title: string, lines: readonly TwinLine[], units: BandwidthUnits): Twin {
  const byTime = lines.map((line) => new Map(line.points.map((point) => [point.t_ms, point])));
  const times = momentsOf(lines);
  const every = Math.max(1, Math.ceil(times.length / TWIN_ROWS));
  const cell = (t: number, i: number) => {
    const [point, unit] = [byTime[i]?.get(t), lines[i]?.unit ?? ""];
    if (point === undefined) return MISSING;
    return unit === "°C" ? formatTemperature(point.mean) : formatSeriesValue(point.mean, unit, units);
  };
  return {
    caption: every === 1 ? title : t`${title}, one in ${every} of ${{ times: times.length }} samples`,
    columns: [t`Time in run`, ...lines.map((line) => line.label)],
    rows: times
      .filter((_, i) => i % every === 0)
      .map((t) => [formatTimeInRun(t), ...lines.map((_, i) => cell(t, i))]),
    csv: {
      header: [
        "t_ms",
        ...lines.flatMap((line) =>
          ["min", "mean", "max"].map((word) => `${line.label} ${word} ${line.unit}`.trim()),
        ),
      ],
      rows: times.map((t) => [
        t,
        ...byTime.flatMap((points) => {
          const point = points.get(t);
          return point === undefined ? [null, null, null] : [point.min, point.mean, point.max];
        }),
      ]),
    },
  };
}

/** When any of the lines has a value, in order. */
export function momentsOf(lines: readonly { points: readonly BucketPoint[] }[]): number[] {
  return [...new Set(lines.flatMap((line) => line.points.map((point) => point.t_ms)))].toSorted(
    (a, b) => a - b,
  );
}

/** For members the question is whether one lags; for all, what is not drawn. */
function readingOf(panel: Panel, drawn: number, units: BandwidthUnits): string | undefined {
  const sentences: string[] = [];
  if (panel.lines.length > drawn) {
    sentences.push(t`The first ${drawn} of ${{ lines: panel.lines.length }} are drawn; the table has all.`);
  }
  if (panel.name === "members") {
    const means = panel.lines
      .map(({ label, points }) => ({
        label,
        mean: points.reduce((sum, p) => sum + p.mean, 0) / points.length,
      }))
      .toSorted((a, b) => a.mean - b.mean);
    const [slowest, fastest] = [means[0], means.at(-1)];
    if (slowest !== undefined && fastest !== undefined && means.length > 1) {
      const shown = (value: number) => formatSeriesValue(value, panel.unit, units);
      sentences.push(
        t`Mean throughput: lowest ${{ slowest: slowest.label }} (${{ least: shown(slowest.mean) }}), highest ${{ fastest: fastest.label }} (${{ most: shown(fastest.mean) }}).`,
      );
    }
  }
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
