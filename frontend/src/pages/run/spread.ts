/** How far repeats lie apart. */

export interface Spread {
  low: number;
  high: number;
  /** Standard deviation (n − 1) over mean, 0.03 = 3 %. */
  deviation: number;
}

/** Null below three known values: two runs say nothing of noise. */
export function spread(values: readonly (number | null)[]): Spread | null {
  const known = values.filter((value) => value !== null);
  if (known.length < 3) return null;
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
  if (mean <= 0) return null;
  const squares = known.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    low: Math.min(...known),
    high: Math.max(...known),
    deviation: Math.sqrt(squares / (known.length - 1)) / mean,
  };
}
