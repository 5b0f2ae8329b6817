/** Changes of watched series in the words of the pages. */
import { plural, t } from "@lingui/core/macro";
import type { Change, ChangeList, ChangeState, SeriesDetail, Suspect } from "@/api/types";
import { OPEN_CHANGE_STATES } from "@/api/vocabulary.gen";
import { formatFact } from "@/lib/fact-value";
import { formatChange, formatIops } from "@/lib/units";
import type { Tone } from "@/ui/Badge";

/** A state in one word, and what it says of the change. */
export const STATE_WORDS: Record<ChangeState, { short: string; means: string }> = {
  new: { short: t`new`, means: t`not reviewed yet` },
  acknowledged: { short: t`acknowledged`, means: t`being worked on` },
  expected: { short: t`expected`, means: t`explained, with its cause` },
  fixed: { short: t`resolved`, means: t`no longer an issue` },
};

/** Worse is drawn red, better green; where neither side is better the colour says nothing. */
export function toneOf({ is_worse: isWorse }: Pick<Change, "is_worse">): Tone {
  return isWorse === null ? "plain" : isWorse ? "bad" : "ok";
}

/** `−14 %`, with its 95 % interval where there is one. */
export function sizeOf({
  ratio,
  ratio_low: low,
  ratio_high: high,
}: Pick<Change, "ratio" | "ratio_low" | "ratio_high">): {
  size: string;
  interval: string | null;
} {
  const interval =
    low === null || high === null
      ? null
      : t`${{ low: formatChange(low) }} to ${{ high: formatChange(high) }}`;
  return { size: formatChange(ratio), interval };
}

/** `100k → 86k IOPS`, `328 µs → 400 µs`: a count has its unit once. */
export function levels({ before, after, unit }: Pick<Change, "before" | "after" | "unit">): string {
  const last = formatFact(after, unit);
  return `${unit === "IOPS" ? formatIops(before) : formatFact(before, unit)} → ${last}`;
}

/** The same beside the metric's title: `IOPS 100k → 86k`. */
export function levelsOfTitle(change: Change): string {
  return change.unit === "IOPS"
    ? `${formatIops(change.before)} → ${formatIops(change.after)}`
    : levels(change);
}

/** What of one thing changed: `6.1.0 → 6.8.0`. */
export function suspectValues({ before, after, unit, key }: Suspect): string {
  const value = (one: Suspect["before"]) => (one === null ? t`absent` : formatFact(one, unit, key));
  return `${value(before)} → ${value(after)}`;
}

/** Why a suspect stands where it stands; null when there is nothing to add. */
export function suspectNote({
  elsewhere,
  runs_off: off,
  is_likely: isLikely,
  follows_from: from,
}: Suspect): string | null {
  const parts = [
    ...(off === 0 ? [] : [off < 0 ? t`one run before the change` : t`one run after the change`]),
    ...(elsewhere === 0
      ? []
      : [t`changed ${plural(elsewhere, { one: "# more time", other: "# more times" })} without an effect`]),
    ...(from === null ? [] : [t`consequence of another`]),
    ...(isLikely ? [] : [t`unlikely: it changes often`]),
  ];
  return parts.length === 0 ? null : parts.join("; ");
}

/** The answer of the page in one sentence; of a part of all changes it says so. */
export function waitingFor({ states }: ChangeList, isPart = false): string {
  const open = states
    .filter(({ state }) => (OPEN_CHANGE_STATES as readonly ChangeState[]).includes(state))
    .reduce((sum, { tests }) => sum + tests, 0);
  const all = states.reduce((sum, { tests }) => sum + tests, 0);
  if (all === 0) return t`No changes.`;
  const counted = plural(open, { one: "# open change", other: "# open changes" });
  if (isPart)
    return t`Within these filters: ${counted} of ${plural(all, { one: "# change", other: "# changes" })}.`;
  return open === 0
    ? t`No open changes; ${plural(all, { one: "# change", other: "# changes" })} reviewed.`
    : `${counted}.`;
}

/** When the figure of a series changed, in one sentence; the newest change for the worse is named first. */
export function changedWhen({ series, levels: medians, changes }: SeriesDetail): string {
  const shown = changes.filter((one) => one.gone_at === null);
  const [level] = medians;
  if (shown.length === 0)
    return level === undefined
      ? t`No reliable run of this test.`
      : t`No change in ${plural({ n: level.n }, { one: "# run", other: "# runs" })}: the median is ${{ value: formatFact(level.value, series.unit) }}.`;
  const worse = shown.find((one) => one.is_worse === true);
  const named = worse ?? shown[0];
  const others = shown.length - 1;
  const more =
    others === 0 ? "" : t` ${plural(others, { one: "# more change", other: "# more changes" })} below.`;
  return `${named?.sentence ?? ""}${more}`;
}

/** Changes of one test at one moment: its rate and its latency change together. */
export interface Moved {
  key: string;
  changes: [Change, ...Change[]];
}

/** Changes with those of the same test and run beside them, in the order of the first of each. */
export function together(changes: readonly Change[]): Moved[] {
  const moved = new Map<string, Moved>();
  for (const change of changes) {
    const key = [change.after_run.id, change.workload_id, change.direction, change.state].join(" ");
    const known = moved.get(key);
    if (known === undefined) moved.set(key, { key, changes: [change] });
    else known.changes.push(change);
  }
  // What was done per second before how long it took.
  for (const { changes: ones } of moved.values())
    ones.sort((a, b) => Number(a.unit === "ns") - Number(b.unit === "ns"));
  return [...moved.values()];
}
