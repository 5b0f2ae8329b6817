/** A series split by a second factor as a grid: values of the split are rows, x are columns. */
import type { SeriesAnswer } from "@/api/types";
import { axisUnit, type BandwidthUnits, threeDigits } from "@/lib/units";

export interface HeatCell {
  value: number;
  n: number;
  /** Where it lies between the smallest and the largest of the grid, 0..1. */
  share: number;
}

/** Kinds of runs that have no median in common. */
export interface MixedCell {
  /** How many results. */
  mixed: number;
}

export interface HeatGrid {
  xs: (string | number)[];
  /** Null where there is no run. */
  rows: { key: string | number | boolean | null; cells: (HeatCell | MixedCell | null)[] }[];
}

/** Values of the split are rows, x are columns; a cell holds one kind of runs or says that it mixes several. */
export function heatMap(answer: SeriesAnswer): HeatGrid {
  const plain = (x: string | number | boolean) => (typeof x === "boolean" ? String(x) : x);
  const xs = [...new Set(answer.series.flatMap((line) => line.points.map((point) => plain(point.x))))];
  const sorted = xs.every((x) => typeof x === "number") ? xs.toSorted((a, b) => Number(a) - Number(b)) : xs;
  const medians = answer.series.flatMap((line) => line.points.flatMap((point) => point.median ?? []));
  const [low, high] = [Math.min(...medians), Math.max(...medians)];
  const share = (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
  const rows = [...Map.groupBy(answer.series, (line) => line.values[0] ?? null)];
  return {
    xs: sorted,
    rows: rows.map(([key, lines]) => ({
      key,
      cells: sorted.map((x) => {
        const points = lines.flatMap((line) => line.points.filter((one) => plain(one.x) === x));
        const [only] = points;
        if (only === undefined) return null;
        if (points.length > 1 || only.median === null)
          return { mixed: points.reduce((n, point) => n + point.n, 0) };
        return { value: only.median, n: only.n, share: share(only.median) };
      }),
    })),
  };
}

/** Beyond this the smallest value of a grid would have no digit left in the unit of the largest. */
const MAX_SPAN = 100;

/** Formats all cells in one unit, so that columns compare by eye: 0.747 and 5.28 GB/s. Null where they lie too far apart. */
export function inOneUnit(
  { rows }: HeatGrid,
  unit: string | null,
  units: BandwidthUnits,
): ((value: number) => string) | null {
  if (unit !== "bytes/s" && unit !== "ns") return null;
  const values = rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell !== null && "value" in cell ? [cell.value] : [])),
  );
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length < 2 || low <= 0 || high / low > MAX_SPAN) return null;
  const { factor, name } = axisUnit(unit, high, units);
  return (value) => `${threeDigits(value / factor)}\u00a0${name}`;
}
