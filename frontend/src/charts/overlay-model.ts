/** Runs of several sides over their own time, on one grid of buckets. Pure. */
import { t } from "@lingui/core/macro";
import { type LinearAxis, linearAxis } from "@/charts/linear-axis";
import type { Series } from "@/charts/series-style";
import type { Twin } from "@/charts/twin";
import {
  axisUnit,
  type BandwidthUnits,
  formatSeriesValue,
  formatTimeInRun,
  type SeriesUnit,
} from "@/lib/units";

export interface OverlaidRun {
  key: string;
  /** 0 is base. */
  side: number;
  label: string;
  points: readonly { t_ms: number; mean: number }[];
}

export interface OverlayRow {
  t: number;
  /** By position of the run: what was recorded at this moment. */
  mean: (number | null)[];
  /** What the line passes through: also between two records that follow each other; null is a gap. */
  line: (number | null)[];
}

export interface OverlayModel {
  runs: { key: string; series: Series }[];
  rows: OverlayRow[];
  axis: LinearAxis;
  factor: number;
  unitName: string;
  twin: Twin;
  reading: string | undefined;
}

/** Points of a chart stay below 4,000: twelve runs of 300 buckets. */
const MAX_RUNS = 12;
/** More rows than this in a table are for a spreadsheet. */
const TWIN_ROWS = 60;

export function overlayModel(
  all: readonly OverlaidRun[],
  sides: readonly Series[],
  bucketMs: number,
  unit: SeriesUnit,
  units: BandwidthUnits,
): OverlayModel {
  const perSide = Math.max(1, Math.floor(MAX_RUNS / Math.max(1, sides.length)));
  const drawn = [...Map.groupBy(all, ({ side }) => side).values()].flatMap((runs) => runs.slice(0, perSide));
  const largest = drawn.reduce((most, run) => run.points.reduce((top, p) => Math.max(top, p.mean), most), 0);
  const { factor, name } = axisUnit(unit, largest, units);
  const byTime = drawn.map((run) => new Map(run.points.map((point) => [point.t_ms, point.mean] as const)));
  const last = drawn.reduce((most, run) => Math.max(most, run.points.at(-1)?.t_ms ?? 0), 0);
  const lines = drawn.map((run) => bridged(run.points, bucketMs));
  const rows = Array.from({ length: Math.floor(last / bucketMs) + 1 }, (_, i) => ({
    t: i * bucketMs,
    mean: byTime.map((points) => points.get(i * bucketMs) ?? null),
    line: lines.map((points) => points.get(i * bucketMs) ?? null),
  }));
  return {
    runs: drawn.flatMap((run) => {
      const series = sides[run.side];
      return series === undefined
        ? []
        : [{ key: run.key, series: { ...series, key: run.key, label: run.label } }];
    }),
    rows,
    axis: linearAxis(largest, factor),
    factor,
    unitName: name,
    twin: twinOf(drawn, rows, (value) => formatSeriesValue(value, unit, units), unit),
    reading:
      drawn.length < all.length
        ? t`The newest ${{ drawn: drawn.length }} of ${{ all: all.length }} series are drawn, the same number from each side.`
        : undefined,
  };
}

/** A longer silence than so many usual steps of a run is a stall or a loss, not a slower clock. */
const GAP_STEPS = 2.5;

/** The buckets that a straight line between neighbouring records crosses: a sampler may be slower than the buckets. */
function bridged(points: OverlaidRun["points"], bucketMs: number): Map<number, number> {
  const steps = points.slice(1).map((point, i) => point.t_ms - (points[i]?.t_ms ?? 0));
  const usual = steps.toSorted((a, b) => a - b)[Math.floor(steps.length / 2)] ?? bucketMs;
  const line = new Map(points.map((point) => [point.t_ms, point.mean] as const));
  for (const [i, point] of points.entries()) {
    const next = points[i + 1];
    if (next === undefined || next.t_ms - point.t_ms > GAP_STEPS * usual) continue;
    for (let t = point.t_ms + bucketMs; t < next.t_ms; t += bucketMs) {
      const share = (t - point.t_ms) / (next.t_ms - point.t_ms);
      line.set(t, point.mean + share * (next.mean - point.mean));
    }
  }
  return line;
}

function twinOf(
  runs: readonly OverlaidRun[],
  rows: readonly OverlayRow[],
  format: (value: number | null) => string,
  unit: SeriesUnit,
): Twin {
  const known = rows.filter(({ mean }) => mean.some((value) => value !== null));
  const step = Math.max(1, Math.ceil(known.length / TWIN_ROWS));
  return {
    caption: t`Runs over their own time`,
    columns: [t`Time`, ...runs.map(({ label }) => label)],
    rows: known
      .filter((_, i) => i % step === 0)
      .map((row) => [formatTimeInRun(row.t), ...row.mean.map(format)]),
    csv: {
      header: ["t_ms", ...runs.map(({ label }) => `${label} ${unit}`)],
      rows: known.map((row) => [row.t, ...row.mean]),
    },
  };
}
