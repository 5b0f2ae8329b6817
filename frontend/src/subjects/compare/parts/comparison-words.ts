/** What a comparison's figures are called on the page. Claims nothing that the service did not. */

import { plural, t } from "@lingui/core/macro";
import type { ComparedMetric, ComparedWorkload, Verdict } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import { formatChange, formatCount, formatPercent } from "@/lib/units";
import type { Tone } from "@/ui/Badge";

export const VERDICT: Record<Verdict, { word: string; tone: Tone }> = {
  better: { word: t`Better`, tone: "ok" },
  worse: { word: t`Worse`, tone: "bad" },
  no_difference_shown: { word: t`No difference shown`, tone: "plain" },
  not_enough_runs: { word: t`Too few runs`, tone: "plain" },
};

/** Of a ratio and its interval, as many as the service says; shares of older versions do not say. */
type Decimals = number | null | undefined;

/** An arrow and the change: up is a larger figure, whether that is good or not. */
export function changeText(ratio: number | null, decimals: Decimals): string {
  const text = formatChange(ratio, decimals);
  return text.startsWith("+") ? `▲ ${text}` : text.startsWith("−") ? `▼ ${text}` : text;
}

export function intervalText(ci95: readonly number[] | null, decimals: Decimals): string | null {
  return ci95 === null ? null : ci95.map((ratio) => formatChange(ratio, decimals)).join(t` to `);
}

/** Why there is no interval or no change, in the service's words. */
export function missingReason({ ratio_reason }: ComparedMetric): string {
  return ratio_reason ?? t`no reason was given`;
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
      ? t`Even 1,000 runs per side may not show a difference this small.`
      : t`About ${{ runs_to_show: formatCount(runs_to_show) }} runs per side would show a difference of this size.`;
  const chance = isLeftToChance(cell)
    ? t`Significant alone, but not after Holm's correction for all workloads.`
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
    return t`One run per side: too few for an interval. At least ${{ minRepeats: LIMITS.minRepeats }} are needed.`;
  // Enough runs, and still no interval: the service says why.
  if (Math.min(base.n, newer.n) >= LIMITS.minRepeats) return ratio_reason;
  const least = t`n = ${{ base: formatCount(base.n) }} and ${{ newer: formatCount(newer.n) }}: at least ${{ minRepeats: LIMITS.minRepeats }} per side are needed`;
  const needed =
    runs_to_show === null || runs_to_show <= LIMITS.minRepeats
      ? `${least}.`
      : t`${least}; about ${{ runs_to_show: formatCount(runs_to_show) }} would show a difference of this size.`;
  return [apartText(cell), needed].filter((part) => part !== null).join(" ");
}

/** What few runs show all the same; null where they show nothing, and in shares of older versions. */
function apartText({
  few_runs: few,
  base,
  new: newer,
}: Pick<ComparedMetric, "base" | "new"> & Partial<Pick<ComparedMetric, "few_runs">>): string | null {
  if (few === null || few === undefined || few.above === few.below) return null;
  const word = few.above > few.below ? t`above` : t`below`;
  const most = Math.max(few.above, few.below);
  const p = `(p = ${Number((few.as_far / few.deals).toPrecision(2))})`;
  return most === few.pairs
    ? t`${plural(newer.n, { one: "The new run", other: "Every new run" })} is ${word} ${plural(base.n, { one: "the base run", other: "every base run" })} ${p}.`
    : t`New is ${word} base in ${{ most: formatCount(most) }} of ${{ pairs: formatCount(few.pairs) }} pairs of runs ${p}.`;
}

/** Repeats without any noise would see everything, which nobody should believe. */
function seenFrom({ smallest_shown_ratio: smallest }: ComparedMetric): string | null {
  if (smallest === null || smallest <= 0) return null;
  return t`These repeats can show a difference of about ${{ count: formatPercent(smallest * 100) }} or more.`;
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
      const where = t`${workload} (${direction}) on ${side}`;
      const odd =
        odd_run_ids.length === 0
          ? []
          : [
              {
                text: t`${plural({ odd_run_ids: odd_run_ids.length }, { one: "# run", other: "# runs" })} of ${where} ${plural({ odd_run_ids: odd_run_ids.length }, { one: "lies", other: "lie" })} far from the others; kept in the figures.`,
                runIds: odd_run_ids,
              },
            ];
      const groups =
        modes === null
          ? []
          : [
              {
                text: t`The runs of ${where} fall into two groups, near ${{ modes: modes.map(format).join(t` and `) }}.`,
                runIds: [],
              },
            ];
      return [...odd, ...groups];
    });
  });
}
