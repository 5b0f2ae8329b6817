/** Percentile shifts as rows of the effect chart. */
import type { ComparedDistribution } from "@/api/types";
import type { EffectBar, EffectRow } from "@/charts/effect-model";

/** Upper half only: what is below the median is on the percentile and CDF charts. */
const FIRST = 50;

/** `shifts`: one list per new side, all with the same percentiles. A percentile no side reaches has no row. */
export function shiftRows(shifts: ComparedDistribution["shifts"]): EffectRow[] {
  const [first = []] = shifts;
  return first
    .map(({ percentile }, i) => ({
      key: String(percentile),
      name: `p${percentile}`,
      percentile,
      bars: shifts.map((side) => barOf(side[i])),
    }))
    .filter(({ percentile, bars }) => percentile >= FIRST && bars.some((bar) => bar !== null));
}

function barOf(shift: ComparedDistribution["shifts"][number][number] | undefined): EffectBar | null {
  if (shift === undefined || shift.ratio === null) return null;
  return {
    ratio: shift.ratio,
    ci95: shift.ratio_ci95,
    decimals: shift.ratio_decimals,
    verdict: claimOf(shift.ratio_ci95),
  };
}

/** Latency: an interval wholly below one is better. */
function claimOf(ci95: readonly number[] | null): EffectBar["verdict"] {
  const [low, high] = ci95 ?? [];
  if (low === undefined || high === undefined) return "not_enough_runs";
  if (high < 1) return "better";
  return low > 1 ? "worse" : "no_difference_shown";
}
