/** How a run stands to its reference, in the words of the pages. Claims nothing that the service did not. */
import { plural, t } from "@lingui/core/macro";
import type { HeldPart, Reference } from "@/api/types";
import { metricOf } from "@/lib/metrics";
import { formatChange, formatCount } from "@/lib/units";
import type { Tone } from "@/ui/Badge";

/** What a reference is for. */
export function scopeWords({ host, workload }: Reference): string {
  const whose = host === null ? t`all hosts` : host.name;
  return workload === null ? t`${whose}, all workloads` : `${whose}, ${workload}`;
}

/** `−14 %`; a word where there is no figure. */
export function heldWord({ state, headline }: HeldPart): string {
  if (state === "is_reference") return t`baseline`;
  if (state === "deleted") return t`deleted`;
  return headline === null ? t`not measured` : formatChange(headline.ratio, headline.ratio_decimals);
}

/** `n = 1 of 5`: the fewest runs on either side of one of the workloads. */
export function heldCounts({ n, n_reference: base }: HeldPart): string | null {
  return n === null || base === null
    ? null
    : t`n = ${{ n: formatCount(n) }} and ${{ base: formatCount(base) }}`;
}

/** A colour only for a claim: an interval that leaves out no change, of runs that are alike, all in one direction. */
export function toneOfHeld({ headline, is_mixed: isMixed }: HeldPart): Tone {
  if (headline === null || headline.ratio_ci95 === null || isMixed) return "plain";
  if (headline.worse > 0 && headline.better === 0) return "bad";
  return headline.better > 0 && headline.worse === 0 ? "ok" : "plain";
}

/** All that stands behind the figure, for a reader who points at it. */
export function heldSentence(part: HeldPart): string {
  const { reference, state, headline, n, n_reference: base, deleted_runs: deleted } = part;
  const name = t`baseline “${{ name: reference.name }}”`;
  if (state === "is_reference") return t`This is the ${name}`;
  if (state === "deleted") return t`All runs of ${name} with this workload are deleted`;
  if (headline === null) return t`No workload was measured both here and in ${name}`;
  const what = metricOf(headline.metric)?.short ?? headline.metric;
  const over =
    headline.workloads === 1
      ? ""
      : t` over ${plural({ workloads: headline.workloads }, { one: "# workload", other: "# workloads" })}`;
  const interval =
    headline.ratio_ci95 === null
      ? t`too few runs to tell`
      : `95 % CI ${headline.ratio_ci95.map((end) => formatChange(end, headline.ratio_decimals)).join(t` to `)}`;
  return [
    t`${what} ${{ part: heldWord(part) }}${over} vs. ${name}`,
    t`${plural({ n: n ?? 0 }, { one: "# run", other: "# runs" })} vs. ${{ count: formatCount(base ?? 0) }}: ${interval}`,
    ...(part.is_mixed ? [t`one side mixes configurations`] : []),
    ...(deleted > 0
      ? [t`${plural(deleted, { one: "# run", other: "# runs" })} of the baseline deleted`]
      : []),
  ].join("; ");
}
