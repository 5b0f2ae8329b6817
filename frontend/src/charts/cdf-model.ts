/** From cumulative distributions to what the CDF chart draws, all lines on one latency grid. */
import { t } from "@lingui/core/macro";
import { type LogAxis, logAxis } from "@/charts/log-axis";
import { assignStyles, MAX_SERIES, type Series, type SeriesStyle } from "@/charts/series-style";
import type { Twin } from "@/charts/twin";
import type { Direction } from "@/lib/direction";
import { formatCumulative, formatLatencyTick } from "@/lib/units";

export interface CdfCurve {
  key: string;
  label: string;
  direction: Direction;
  /** Where the line stands for something else than its direction, such as a side of a comparison. */
  style?: SeriesStyle;
  /** Rising; `share` of I/Os at or below `ns`, 0..1. */
  points: readonly { ns: number; share: number }[];
}

export interface CdfRow {
  ns: number;
  /** Percent at or below, by position of the series. */
  share: number[];
}

export interface CdfModel {
  series: Series[];
  rows: CdfRow[];
  axis: LogAxis | null;
  twin: Twin;
}

/** Recharts' budget per line. */
const MAX_ROWS = 400;

export function cdfModel(all: readonly CdfCurve[]): CdfModel {
  const curves = all.filter((curve) => curve.points.some((point) => point.ns > 0)).slice(0, MAX_SERIES);
  const series = listSeries(curves);
  const latencies = curves.flatMap((curve) => curve.points.map((point) => point.ns).filter((ns) => ns > 0));
  const axis = logAxis(latencies);
  // The steps reach both ends of the axis: from none to all.
  const grid = gridOf([...latencies, ...(axis?.domain ?? [])]);
  const rows = grid.map((ns) => ({ ns, share: curves.map((curve) => 100 * shareAt(curve, ns)) }));
  return { series, rows, axis, twin: twinOf(curves, axis) };
}

/** The lines of curves, also of those whose points are not here yet. */
export function listSeries(curves: readonly CdfCurve[]): Series[] {
  const stylesByKey = assignStyles(curves);
  return curves.flatMap(({ key, label, style: own }) => {
    const style = own ?? stylesByKey.get(key);
    return style === undefined ? [] : [{ key, label, style }];
  });
}

/** Share of I/Os at or below a latency: the last step reached, never a value between two steps. */
export function shareAt(curve: CdfCurve, ns: number): number {
  let low = 0;
  let high = curve.points.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const point = curve.points[middle];
    if (point !== undefined && point.ns <= ns) low = middle + 1;
    else high = middle;
  }
  return curve.points[low - 1]?.share ?? 0;
}

/** The steps of all curves; thinned evenly when there are more than a chart can draw, both ends kept. */
function gridOf(latencies: readonly number[]): number[] {
  const steps = [...new Set(latencies)].toSorted((a, b) => a - b);
  if (steps.length <= MAX_ROWS) return steps;
  const last = steps.length - 1;
  const picked = Array.from({ length: MAX_ROWS }, (_, i) => steps[Math.round((i * last) / (MAX_ROWS - 1))]);
  return picked.filter((ns) => ns !== undefined);
}

/** Readable latencies (1-2-5) instead of the grid. */
function twinOf(curves: readonly CdfCurve[], axis: LogAxis | null): Twin {
  const low = axis?.domain[0] ?? 0;
  const high = axis?.domain[1] ?? 0;
  const latencies = [];
  for (let decade = 0; decade <= 12; decade++) {
    for (const step of [1, 2, 5]) {
      const ns = Number(`${step}e${decade}`);
      if (ns >= low && ns <= high) latencies.push(ns);
    }
  }
  return {
    caption: t`Share of I/Os at or below a completion latency`,
    columns: [t`Completion latency`, ...curves.map((curve) => curve.label)],
    rows: latencies.map((ns) => [
      `≤ ${formatLatencyTick(ns)}`,
      ...curves.map((curve) => formatCumulative(100 * shareAt(curve, ns))),
    ]),
    csv: {
      header: ["clat_ns", ...curves.map((curve) => `${curve.label} share_at_or_below`)],
      rows: gridOf(curves.flatMap((curve) => curve.points.map((point) => point.ns))).map((ns) => [
        ns,
        ...curves.map((curve) => shareAt(curve, ns)),
      ]),
    },
  };
}
