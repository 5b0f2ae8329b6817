/** What is known of one point of a chart, in words: its value, what it stands on, and its part of what it could be. */
import { t } from "@lingui/core/macro";
import type { FactorPoint } from "@/charts/factor-model";

export interface PointWords {
  value: string;
  details: string[];
}

export function pointInWords(point: FactorPoint, format: (value: number) => string): PointWords {
  const { mean, ci95, n, rated, ratedRatio, ceiling } = point;
  const [only] = point.values;
  // Of several runs only what holds for all of them.
  const verdicts = new Set(point.values.map(({ verdict }) => verdict));
  const known = [
    ...(rated === null || ratedRatio === null
      ? []
      : [t`${{ ratedRatio: share(ratedRatio) }} of the stated ${{ rated: format(rated) }}`]),
    ...(ceiling === null || mean === null || ceiling <= 0
      ? []
      : [t`${{ count: share(mean / ceiling) }} of the slowest link’s ${{ ceiling: format(ceiling) }}`]),
    ...(verdicts.size === 1 && only?.verdict !== undefined ? [only.verdict] : []),
  ];
  if (n === 1 && only !== undefined) return { value: format(only.value), details: ["n = 1", ...known] };
  const spread =
    ci95 === null
      ? t`${{ min: format(point.min) }} to ${{ max: format(point.max) }}`
      : t`95 %: ${{ low: format(ci95[0] ?? 0) }} to ${{ high: format(ci95[1] ?? 0) }}`;
  return mean === null
    ? { value: spread, details: [t`n = ${n}, no mean`, ...known] }
    : { value: format(mean), details: [`n = ${n}, ${spread}`, ...known] };
}

function share(ratio: number): string {
  return `${Math.round(ratio * 100)}\u00a0%`;
}
