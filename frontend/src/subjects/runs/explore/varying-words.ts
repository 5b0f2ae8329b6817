/** What varies in a chart beside its axes, in sentences. */
import { plural, t } from "@lingui/core/macro";
import type { SeriesAnswer } from "@/api/types";
import type { FactorShape } from "@/lib/factor";
import { titleOfKey } from "@/subjects/runs/parts/series-lines";

type Varied = SeriesAnswer["varies"][number];

/** More than this is read in the list below. */
const MAX_NAMED = 3;

/** What varies and what the chart did about it; null where all runs are alike. */
export function varyingInWords(answer: SeriesAnswer, factors: readonly FactorShape[]): string | null {
  if (answer.varies.length === 0) return null;
  const named = answer.varies
    .slice(0, MAX_NAMED)
    .map((one) => `${titleOfKey(one.key, factors)} (${one.values.length + one.values_left_out})`);
  const more = answer.varies.length - named.length;
  const all = listed(more > 0 ? [...named, t`${more} more`] : named);
  if (!answer.is_asking) return t`Lines split by ${all}.`;
  const apart = answer.split.some(({ key }) => key === "host") ? t` Hosts are drawn separately.` : "";
  return t`Too many configurations for lines: they differ in ${all}.${apart} No mean is shown.`;
}

/** How much of the spread goes with it, and what that stands on. */
export function explainedInWords({ explains_pct, n }: Varied): string {
  if (explains_pct === null) return t`explained share unknown: no repeats`;
  const share = explains_pct < 1 ? t`less than 1` : String(Math.round(explains_pct));
  return t`explains ${share}\u00a0% of the spread, ${plural(n, { one: "# result", other: "# results" })}`;
}

function listed(words: readonly string[]): string {
  return words.length < 2
    ? words.join("")
    : t`${{ words: words.slice(0, -1).join(", ") }} and ${{ last: words.at(-1) ?? "" }}`;
}
