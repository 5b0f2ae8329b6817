import { t } from "@lingui/core/macro";
import { formatPercent } from "@/lib/units";

interface Spread {
  iops_mean: number | null;
  iops_min: number | null;
  iops_max: number | null;
}

/** "−2.1 % to +3.4 % of the mean"; null where there is nothing to relate to. */
export function relativeSpread({ iops_mean: mean, iops_min: min, iops_max: max }: Spread): string | null {
  if (mean === null || min === null || max === null || mean <= 0) return null;
  const signed = (value: number) => {
    const percent = (100 * (value - mean)) / mean;
    return `${percent < 0 ? "−" : "+"}${formatPercent(Math.abs(percent))}`;
  };
  return t`${{ min: signed(min) }} to ${{ max: signed(max) }}`;
}
