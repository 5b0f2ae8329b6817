/** Ticks of time within a run at moments that people use: 5 s, 30 s, 2 min, never 3.7 s. */

const STEPS_MS = [1, 2, 5, 10, 20, 50, 100, 200, 500].concat(
  [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400].map(
    (s) => s * 1000,
  ),
);
const MAX_TICKS = 9;

export function timeTicks(fromMs: number, toMs: number): number[] {
  const step = STEPS_MS.find((one) => (toMs - fromMs) / one <= MAX_TICKS) ?? 604_800_000;
  const first = Math.ceil(fromMs / step);
  const last = Math.floor(toMs / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (first + i) * step);
}
