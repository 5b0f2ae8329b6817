/** What a bootstrap interval is called on the page, and why it decides nothing. */
import { plural, t } from "@lingui/core/macro";
import type { Bootstrap, ComparedMetric } from "@/api/types";
import { formatCount } from "@/lib/units";
import { changeText, intervalText } from "@/subjects/compare/parts/comparison-words";

const DECIDES = {
  max_rank: t`the interval from ranks`,
  rank: t`the interval from ranks`,
  log_t: t`Student's t`,
} as const;

/** Links made by older versions carry none. */
export const NOT_COMPUTED = t`Not computed when this link was created.`;

/** "Bootstrap interval +29.1 % to +30.5 % around ▲ +29.8 %." or why there is none. */
export function bootstrapSentence({ ratio, ci95, ratio_decimals, reason }: Bootstrap): string {
  const interval = intervalText(ci95, ratio_decimals);
  return interval === null
    ? t`No bootstrap interval. ${{ reason: reason ?? t`No reason was given.` }}`
    : t`Bootstrap interval ${interval} around ${{ ratio: changeText(ratio, ratio_decimals) }}.`;
}

/** What was resampled how often, how often that holds, and what the verdict rests on. Null without an interval. */
export function bootstrapWorth(bootstrap: Bootstrap, cell: ComparedMetric): string | null {
  if (bootstrap.ci95 === null) return null;
  const within =
    bootstrap.runs_with_blocks === 0
      ? ""
      : t`, and of ten blocks of time within ${plural({ runs_with_blocks: bootstrap.runs_with_blocks }, { one: "# run", other: "# runs" })} with a log`;
  const what = t`BCa, ${{ resamples: formatCount(bootstrap.resamples) }} resamples of the runs${within}; ratio of geometric means.`;
  if (cell.ratio_method === null) return what;
  const n = formatCount(Math.min(cell.base.n, cell.new.n));
  const held =
    bootstrap.holds_percent === null
      ? t`Its coverage depends on the noise within the runs, which is already part of their figures`
      : t`With n = ${n}, it was measured to cover the true value about ${{ holds_percent: bootstrap.holds_percent }} times in 100, not 95`;
  return t`${what} ${held}: that is why the verdict rests on ${{ ratio_method: DECIDES[cell.ratio_method] }}.`;
}
