/** Percentiles as fio gives them (decimal text to ns), as points of a curve and as far as the sample carries them. */

import { formatLatency } from "@/lib/units";

export interface PercentilePoint {
  percentile: number;
  ns: number;
  /** In fio's last latency bucket (17.1 s): the true value may be any larger one. */
  isLowerBound: boolean;
}

/** The part of a latency summary that percentiles live in. */
export interface PercentileSource {
  percentiles: Readonly<Record<string, number>> | null;
  /** Keys of `percentiles` that are only lower bounds. */
  saturated: readonly string[];
}

/** How many I/Os must be slower than a percentile before the curve shows it. One would be the maximum by another name. */
export const MIN_TAIL = 10;

/** Sorted points; an absent list is an empty curve. */
export function percentilePoints(latency: PercentileSource | null): PercentilePoint[] {
  return Object.entries(latency?.percentiles ?? {})
    .map(([key, ns]) => ({
      percentile: Number(key),
      ns,
      isLowerBound: latency?.saturated.includes(key) ?? false,
    }))
    .toSorted((a, b) => a.percentile - b.percentile);
}

/** True when at least MIN_TAIL of n I/Os lie beyond the percentile. An unknown n (fio before 3.18) cannot be judged. */
export function isSupported(percentile: number, n: number | null): boolean {
  // The product of binary fractions is a hair below the whole number: 100000 × (1 − 0.9999) = 9.99999…
  return n === null || n * (1 - percentile / 100) >= MIN_TAIL - 1e-6;
}

/** I/Os a percentile needs: 100,000 for p99.99. */
export function neededSamples(percentile: number): number {
  return Math.round(MIN_TAIL / (1 - percentile / 100));
}

/** Number of nines: p90 → 1, p99 → 2, p99.9 → 3. */
export function nines(percentile: number): number {
  return -Math.log10(1 - percentile / 100);
}

export function percentileFromNines(value: number): number {
  return Number((100 * (1 - 10 ** -value)).toPrecision(8));
}

/** One percentile in words, null when fio was not asked for it: "≥ 17.1 s" where fio's buckets end. */
export function percentileText(latency: PercentileSource | null, percentile: number): string | null {
  const point = percentilePoints(latency).find((one) => one.percentile === percentile);
  return point === undefined ? null : pointText(point);
}

export function pointText({ ns, isLowerBound }: PercentilePoint): string {
  return isLowerBound ? `≥\u00a0${formatLatency(ns)}` : formatLatency(ns);
}
