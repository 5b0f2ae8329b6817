/** One cell of a test of the PTS, round by round: the table that says the same as its chart. Pure. */
import { t } from "@lingui/core/macro";
import type { Twin } from "@/charts/twin";

export interface RoundValue {
  round: number;
  value: number;
  runId: string;
}

/** A line through the window, per compared round. */
export interface PtsFit {
  average: number;
  slope: number;
  intercept: number;
}

/** Pixels that the number of a round takes with its space. */
const TICK_WIDTH = 34;
const STEPS = [1, 2, 5, 10, 25, 50, 100];

/** The rounds that are named below the axis. */
export function roundTicks(last: number, width: number): number[] {
  const most = Math.max(2, Math.floor(width / TICK_WIDTH));
  const step = STEPS.find((one) => last / one <= most) ?? last;
  const first = step === 1 ? 1 : step;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, place) => first + place * step);
}

export function ptsTwin(
  points: readonly RoundValue[],
  title: string,
  formatValue: (value: number) => string,
): Twin {
  return {
    caption: title,
    columns: [t`Round`, t`Value`],
    rows: points.map(({ round, value }) => [String(round), formatValue(value)]),
    csv: { header: ["round", "value"], rows: points.map(({ round, value }) => [round, value]) },
  };
}
