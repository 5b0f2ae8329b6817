/** From latency lists to what the percentile chart draws. No React: everything the chart claims is testable here. */
import { plural, t } from "@lingui/core/macro";
import { type LogAxis, logAxis } from "@/charts/log-axis";
import { assignStyles, MAX_SERIES, type Series, type SeriesStyle } from "@/charts/series-style";
import type { Twin } from "@/charts/twin";
import type { Direction } from "@/lib/direction";
import { isSupported, neededSamples, nines, type PercentilePoint, pointText } from "@/lib/percentiles";
import { formatCount, MISSING } from "@/lib/units";

export interface LatencyLine {
  key: string;
  label: string;
  direction: Direction;
  /** Where the line stands for something else than its direction, such as a side of a comparison. */
  style?: SeriesStyle;
  /** I/Os behind the list; null before fio 3.18. */
  n: number | null;
  points: readonly PercentilePoint[];
}

export interface PercentileRow {
  /** Number of nines. */
  x: number;
  percentile: number;
  /** By position of the series; null where this line has no such percentile or too few I/Os. */
  ns: (number | null)[];
  /** The same in words. */
  text: (string | null)[];
}

export interface PercentileModel {
  series: Series[];
  rows: PercentileRow[];
  axis: LogAxis | null;
  tickPercentiles: number[];
  twin: Twin;
  reading: string | undefined;
}

const FIRST = 50;
const TICKS = [50, 90, 99, 99.9, 99.99, 99.999];

export function percentileModel(all: readonly LatencyLine[]): PercentileModel {
  const lines = all.slice(0, MAX_SERIES);
  const stylesByKey = assignStyles(lines);
  const series = lines.flatMap(({ key, label, style: own }) => {
    const style = own ?? stylesByKey.get(key);
    return style === undefined ? [] : [{ key, label, style }];
  });
  // p100 lies at infinitely many nines; it is the maximum, which the result table has.
  const listed = lines.map((line) => line.points.filter((p) => p.percentile >= FIRST && p.percentile < 100));
  const drawn = lines.map((line, i) =>
    (listed[i] ?? []).filter((p) => p.ns > 0 && isSupported(p.percentile, line.n)),
  );
  const rows = percentilesOf(drawn).map((percentile) => ({
    x: nines(percentile),
    percentile,
    ns: drawn.map((points) => pointAt(points, percentile)?.ns ?? null),
    text: drawn.map((points) => textAt(points, percentile)),
  }));
  const last = rows.at(-1)?.percentile ?? FIRST;
  return {
    series,
    rows,
    axis: logAxis(drawn.flat().map((point) => point.ns)),
    tickPercentiles: TICKS.filter((tick) => tick >= (rows[0]?.percentile ?? FIRST) && tick <= last),
    twin: twinOf(lines, listed),
    reading: readingOf(lines, listed, all.length),
  };
}

function percentilesOf(lists: readonly (readonly PercentilePoint[])[]): number[] {
  return [...new Set(lists.flat().map((point) => point.percentile))].toSorted((a, b) => a - b);
}

function pointAt(points: readonly PercentilePoint[], percentile: number): PercentilePoint | undefined {
  return points.find((point) => point.percentile === percentile);
}

function textAt(points: readonly PercentilePoint[], percentile: number): string | null {
  const point = pointAt(points, percentile);
  return point === undefined ? null : pointText(point);
}

/** Everything fio printed, also what the curve leaves out: the table judges nothing. */
function twinOf(lines: readonly LatencyLine[], listed: readonly (readonly PercentilePoint[])[]): Twin {
  const percentiles = percentilesOf(listed);
  return {
    caption: t`Completion latency by percentile`,
    columns: [t`Percentile`, ...lines.map((line) => line.label)],
    rows: percentiles.map((p) => [`p${p}`, ...listed.map((points) => textAt(points, p) ?? MISSING)]),
    csv: {
      header: ["percentile", ...lines.map((line) => `${line.label} clat_ns`)],
      rows: percentiles.map((p) => [p, ...listed.map((points) => pointAt(points, p)?.ns ?? null)]),
    },
  };
}

function readingOf(
  lines: readonly LatencyLine[],
  listed: readonly (readonly PercentilePoint[])[],
  count: number,
): string | undefined {
  const sentences: string[] = [];
  if (count > lines.length)
    sentences.push(t`The first ${{ lines: lines.length }} of ${count} results are drawn.`);
  const cut = lines.flatMap((line, i) => {
    const first = listed[i]?.find((point) => !isSupported(point.percentile, line.n));
    return first === undefined || line.n === null ? [] : [{ percentile: first.percentile, n: line.n }];
  });
  const [worst] = cut.toSorted((a, b) => a.percentile - b.percentile);
  if (worst !== undefined) {
    sentences.push(
      t`p${{ percentile: worst.percentile }} needs ${{ samples: formatCount(neededSamples(worst.percentile)) }} I/Os (${plural({ lines: lines.length }, { one: "this result", other: "one result" })}: ${{ n: formatCount(worst.n) }}).`,
    );
  }
  return sentences.length === 0 ? undefined : sentences.join(" ");
}
