/**
 * Ticks of a logarithmic axis: 1-2-5 steps, whole decades beyond three, the domain snapped outward to them. Recharts'
 * own choice (20, 90, 300, 1000) is not readable, and one value ≤ 0 would blank the whole series.
 */

export interface LogAxis {
  domain: [number, number];
  ticks: number[];
}

/** Null when nothing positive is to be drawn. */
export function logAxis(values: Iterable<number | null>): LogAxis | null {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const value of values) {
    if (value === null || !(value > 0) || !Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high === 0) return null;
  const steps = high / low > 1000 ? [1] : [1, 2, 5];
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high)) + 1;
  const all = Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((decade) =>
    steps.map((step) => Number(`${step}e${decade}`)),
  );
  const start = all.findLast((tick) => tick <= low) ?? low;
  // One value alone still gets an axis with two ends.
  const end = all.find((tick) => tick >= high && tick > start) ?? high;
  return { domain: [start, end], ticks: all.filter((tick) => tick >= start && tick <= end) };
}
