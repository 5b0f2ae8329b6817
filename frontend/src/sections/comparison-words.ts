/** What a comparison's figures are called on the page. Claims nothing that the service did not. */

import type { ComparedMetric, ComparedWorkload, Verdict } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import { countOf } from "@/lib/format";
import { formatChange, formatCount, formatPercent } from "@/lib/units";
import type { Tone } from "@/ui/Badge";

export const VERDICT: Record<Verdict, { word: string; tone: Tone }> = {
  better: { word: "Better", tone: "ok" },
  worse: { word: "Worse", tone: "bad" },
  no_difference_shown: { word: "No difference shown", tone: "plain" },
  not_enough_runs: { word: "No interval", tone: "plain" },
};

/** Of a ratio and its interval, as many as the service says; shares of older versions do not say. */
type Decimals = number | null | undefined;

/** An arrow and the change: up is a larger figure, whether that is good or not. */
export function changeText(ratio: number | null, decimals: Decimals): string {
  const text = formatChange(ratio, decimals);
  return text.startsWith("+") ? `▲ ${text}` : text.startsWith("−") ? `▼ ${text}` : text;
}

export function intervalText(ci95: readonly number[] | null, decimals: Decimals): string | null {
  return ci95 === null ? null : ci95.map((ratio) => formatChange(ratio, decimals)).join(" … ");
}

/** Why there is no interval or no change, in the service's words. */
export function missingReason({ ratio_reason }: ComparedMetric): string {
  return ratio_reason ?? "no reason was given";
}

/** What would tell: the runs still needed, or how small a difference these runs would show. */
export function needText(cell: ComparedMetric): string | null {
  const { base, new: newer, verdict, runs_to_show } = cell;
  if (base.n === 0 || newer.n === 0) return cell.ratio_reason;
  if (verdict === "not_enough_runs") return shortageText(cell);
  const sees = seenFrom(cell);
  if (verdict !== "no_difference_shown") return sees;
  const needed =
    runs_to_show === null
      ? "Even 1,000 runs per side may not show a difference this small."
      : `About ${formatCount(runs_to_show)} runs per side would show a difference of this size.`;
  const chance = isLeftToChance(cell)
    ? "Significant alone, but not after Holm's correction for all workloads."
    : null;
  return [chance, needed, sees].filter((part) => part !== null).join(" ");
}

/** An interval that leaves out no change without a claim: of many workloads some do so by chance. */
export function isLeftToChance({ verdict, ratio_ci95 }: ComparedMetric): boolean {
  if (verdict !== "no_difference_shown" || ratio_ci95 === null) return false;
  const [low = 1, high = 1] = ratio_ci95;
  return low > 1 || high < 1;
}

function shortageText(cell: ComparedMetric): string | null {
  const { base, new: newer, runs_to_show, ratio_reason } = cell;
  if (base.n === 1 && newer.n === 1)
    return "One run per side: not significant. At least 3 runs per side are needed.";
  // Enough runs, and still no interval: the service says why.
  if (Math.min(base.n, newer.n) >= LIMITS.minRepeats) return ratio_reason;
  const least = `n = ${formatCount(base.n)} vs. ${formatCount(newer.n)}: at least ${LIMITS.minRepeats} per side are needed`;
  const needed =
    runs_to_show === null || runs_to_show <= LIMITS.minRepeats
      ? `${least}.`
      : `${least}; about ${formatCount(runs_to_show)} would show a difference of this size.`;
  return [apartText(cell), needed].filter((part) => part !== null).join(" ");
}

/** What few runs show all the same; null where they show nothing, and in shares of older versions. */
function apartText({ few_runs: few }: Partial<Pick<ComparedMetric, "few_runs">>): string | null {
  if (few === null || few === undefined || few.above === few.below) return null;
  const word = few.above > few.below ? "above" : "below";
  const most = Math.max(few.above, few.below);
  const p = `(p = ${Number((few.as_far / few.deals).toPrecision(2))})`;
  return most === few.pairs
    ? `Every new run is ${word} every base run ${p}.`
    : `New is ${word} base in ${formatCount(most)} of ${formatCount(few.pairs)} pairs of runs ${p}.`;
}

/** Repeats without any noise would see everything, which nobody should believe. */
function seenFrom({ smallest_shown_ratio: smallest }: ComparedMetric): string | null {
  if (smallest === null || smallest <= 0) return null;
  return `These repeats can show a difference of about ${formatPercent(smallest * 100)} or more.`;
}

export interface Remark {
  text: string;
  runIds: readonly string[];
}

/** What one metric's repeats look like where they are no plain scatter: odd runs and two groups of runs. */
export function remarks(
  workloads: readonly ComparedWorkload[],
  metric: string,
  format: (value: number) => string,
): Remark[] {
  return workloads.flatMap(({ workload, direction, metrics }) => {
    const cell = metrics[metric];
    if (cell === undefined) return [];
    return (["base", "new"] as const).flatMap((side) => {
      const { odd_run_ids, modes } = cell[side];
      const where = `${workload} (${direction}) on ${side}`;
      const odd =
        odd_run_ids.length === 0
          ? []
          : [
              {
                text: `${countOf(odd_run_ids.length, "run")} of ${where} ${odd_run_ids.length === 1 ? "lies" : "lie"} far from the others; kept in the figures.`,
                runIds: odd_run_ids,
              },
            ];
      const groups =
        modes === null
          ? []
          : [
              {
                text: `The runs of ${where} fall into two groups, near ${modes.map(format).join(" and ")}.`,
                runIds: [],
              },
            ];
      return [...odd, ...groups];
    });
  });
}
