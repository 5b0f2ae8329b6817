/** A linear axis from zero with round ticks in the unit that is written above it. */

export interface LinearAxis {
  domain: [number, number];
  /** In base units. */
  ticks: number[];
}

/** Of shares: half is what a low lane still has room for. */
export const PERCENT_AXIS: LinearAxis = { domain: [0, 100], ticks: [0, 50, 100] };

const STEPS = [1, 2, 2.5, 5, 10];
const MAX_TICKS = 6;

/** `factor`: base units per unit of the axis, so that 2, 4, 6 GB/s are ticks and 2.1 GB/s is none. */
export function linearAxis(largest: number, factor: number): LinearAxis {
  const top = largest > 0 && Number.isFinite(largest) ? largest / factor : 1;
  const decade = 10 ** Math.floor(Math.log10(top / MAX_TICKS));
  const step = (STEPS.find((one) => top / (one * decade) <= MAX_TICKS) ?? 10) * decade;
  const count = Math.ceil(top / step - 1e-9);
  const ticks = Array.from({ length: count + 1 }, (_, i) => Number((i * step).toPrecision(12)) * factor);
  return { domain: [0, count * step * factor], ticks };
}

/** A tick in the axis' unit, which the last one names: "80", "100k IOPS", "30 GB/s". */
export function tickLabel(axis: LinearAxis, at: number, unit: { factor: number; name: string }): string {
  const figure = String(Number(((axis.ticks[at] ?? 0) / unit.factor).toPrecision(6)));
  if (at < axis.ticks.length - 1) return figure;
  return /^[kMG]\u00a0IOPS$/.test(unit.name) ? `${figure}${unit.name}` : `${figure}\u00a0${unit.name}`;
}
