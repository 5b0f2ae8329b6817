/** A row's small picture: values over their order in time, as an SVG polyline. */

export interface HistoryValue {
  run_id: string;
  value: number | null;
}

export interface Sparkline {
  line: string;
  /** Where the row's own run stands; null when it has no value. */
  own: { x: number; y: number } | null;
  low: number;
  high: number;
}

const MARGIN = 3;

/** Null below two known values: one point is no history. The scale starts at zero only when the values reach there. */
export function sparkline(
  points: readonly HistoryValue[],
  runId: string,
  width: number,
  height: number,
): Sparkline | null {
  const known = points.flatMap(({ run_id, value }) => (value === null ? [] : [{ run_id, value }]));
  if (known.length < 2) return null;
  const values = known.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = (width - 2 * MARGIN) / (known.length - 1);
  const place = (value: number, index: number) => ({
    x: round(MARGIN + index * step),
    // All alike: a level line in the middle.
    y: round(
      high === low ? height / 2 : height - MARGIN - ((value - low) / (high - low)) * (height - 2 * MARGIN),
    ),
  });
  const places = values.map(place);
  const own = known.findLastIndex((point) => point.run_id === runId);
  return { line: places.map(({ x, y }) => `${x},${y}`).join(" "), own: places[own] ?? null, low, high };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
