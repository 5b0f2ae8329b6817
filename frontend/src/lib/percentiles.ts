/** Percentiles as fio gives them (decimal text to ns), as points of a curve and as far as the sample carries them. */

export interface PercentilePoint {
  percentile: number;
  ns: number;
}

/** How many I/Os must be slower than a percentile before the curve shows it. One would be the maximum by another name. */
export const MIN_TAIL = 10;

/** Sorted points; an absent list is an empty curve. */
export function percentilePoints(percentiles: Readonly<Record<string, number>> | null): PercentilePoint[] {
  return Object.entries(percentiles ?? {})
    .map(([key, ns]) => ({ percentile: Number(key), ns }))
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

/** The value of one percentile, null when fio was not asked for it. */
export function percentileValue(
  latency: { percentiles: Readonly<Record<string, number>> | null } | null,
  percentile: number,
): number | null {
  return percentilePoints(latency?.percentiles ?? null).find((point) => point.percentile === percentile)?.ns ?? null;
}
