/** A series split by a second factor as a grid: lines are rows, x are columns. */
import type { SeriesAnswer } from "@/api/types";

export interface HeatCell {
  value: number;
  n: number;
  /** Where it lies between the smallest and the largest of the grid, 0..1. */
  share: number;
}

/** Workloads that have no median in common. */
export interface MixedCell {
  /** How many results. */
  mixed: number;
}

export interface HeatGrid {
  xs: (string | number)[];
  /** Null where there is no run. */
  rows: { key: string | number | boolean | null; cells: (HeatCell | MixedCell | null)[] }[];
}

/** Lines are rows, x are columns. */
export function heatMap(answer: SeriesAnswer): HeatGrid {
  const plain = (x: string | number | boolean) => (typeof x === "boolean" ? String(x) : x);
  const xs = [...new Set(answer.series.flatMap((line) => line.points.map((point) => plain(point.x))))];
  const sorted = xs.every((x) => typeof x === "number") ? xs.toSorted((a, b) => Number(a) - Number(b)) : xs;
  const medians = answer.series.flatMap((line) => line.points.flatMap((point) => point.median ?? []));
  const [low, high] = [Math.min(...medians), Math.max(...medians)];
  const share = (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
  return {
    xs: sorted,
    rows: answer.series.map((line) => ({
      key: line.key,
      cells: sorted.map((x) => {
        const point = line.points.find((one) => plain(one.x) === x);
        if (point === undefined) return null;
        if (point.median === null) return { mixed: point.n };
        return { value: point.median, n: point.n, share: share(point.median) };
      }),
    })),
  };
}
