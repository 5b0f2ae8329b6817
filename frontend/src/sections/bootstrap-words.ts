/** What a bootstrap interval is called on the page, and why it decides nothing. */
import type { Bootstrap, ComparedMetric } from "@/api/types";
import { countOf } from "@/lib/format";
import { formatCount } from "@/lib/units";
import { changeText, intervalText } from "@/sections/comparison-words";

const DECIDES = {
  max_rank: "the interval from ranks",
  rank: "the interval from ranks",
  log_t: "Student's t",
} as const;

/** Links made by older versions carry none. */
export const NOT_COMPUTED = "Not computed when this link was made.";

/** "Bootstrap interval +29.1 % … +30.5 % around ▲ +29.8 %." or why there is none. */
export function bootstrapSentence({ ratio, ci95, ratio_decimals, reason }: Bootstrap): string {
  const interval = intervalText(ci95, ratio_decimals);
  return interval === null
    ? `No bootstrap interval. ${reason ?? "No reason was given."}`
    : `Bootstrap interval ${interval} around ${changeText(ratio, ratio_decimals)}.`;
}

/** What was resampled how often, how often that holds, and what the verdict rests on. Null without an interval. */
export function bootstrapWorth(bootstrap: Bootstrap, cell: ComparedMetric): string | null {
  if (bootstrap.ci95 === null) return null;
  const within =
    bootstrap.runs_with_blocks === 0
      ? ""
      : `, and of ten blocks of time within ${countOf(bootstrap.runs_with_blocks, "run")} with a log`;
  const what = `BCa, ${formatCount(bootstrap.resamples)} resamples of the runs${within}; ratio of geometric means.`;
  if (cell.ratio_method === null) return what;
  const n = formatCount(Math.min(cell.base.n, cell.new.n));
  const held =
    bootstrap.holds_percent === null
      ? "How often it holds the truth depends on the noise within the runs, which their figures carry already"
      : `With n = ${n} it was measured to hold the truth about ${bootstrap.holds_percent} times in 100, not 95`;
  return `${what} ${held}: that is why the verdict rests on ${DECIDES[cell.ratio_method]}.`;
}
