/** What of drives needs a look, in the words of the pages. */
import { plural, t } from "@lingui/core/macro";
import type { Fleet, FleetDrive, FleetProblem, OddDrive } from "@/api/types";
import { formatCount, formatPercent } from "@/lib/units";

/** A problem in one or two words, and as the end of "3 drives …". */
export const PROBLEM_WORDS: Record<FleetProblem, { short: string; one: string; many: string }> = {
  warning: { short: t`warning`, one: t`reports a critical warning`, many: t`report a critical warning` },
  array: {
    short: t`degraded array`,
    one: t`is in a host with a degraded array`,
    many: t`are in hosts with a degraded array`,
  },
  missing: { short: t`missing`, one: t`is missing`, many: t`are missing` },
  link: {
    short: t`degraded link`,
    one: t`has a degraded link`,
    many: t`have a degraded link`,
  },
  odd: {
    short: t`outlier`,
    one: t`is an outlier of its model`,
    many: t`are outliers of their model`,
  },
  worn: { short: t`worn`, one: t`is worn`, many: t`are worn` },
  hot: { short: t`hot`, one: t`is hot`, many: t`are hot` },
  firmware_fault: {
    short: t`known fault`,
    one: t`has firmware with a known fault`,
    many: t`have firmware with a known fault`,
  },
  firmware_mix: {
    short: t`firmware differs`,
    one: t`has different firmware from most drives of its model`,
    many: t`have different firmware from most drives of their model`,
  },
};

/** Problems that say that something is wrong now; the others are worth knowing. */
export const GRAVE: ReadonlySet<FleetProblem> = new Set(["warning", "array", "missing", "link", "odd"]);

/** The answer of the page in one sentence. */
export function attention({ drives, hosts, with_problems, problems }: Fleet): string {
  const where = t`${plural(drives, { one: "# drive", other: "# drives" })} in ${plural(hosts, { one: "# host", other: "# hosts" })}`;
  if (with_problems === 0) return t`${where}: no known hardware issues.`;
  const told = problems.filter((one) => one.drives > 0);
  const parts = told
    .slice(0, 3)
    .map(({ id, drives: n }) => `${formatCount(n)} ${PROBLEM_WORDS[id][n === 1 ? "one" : "many"]}`);
  const moreKinds = told.length - parts.length;
  const more =
    moreKinds > 0
      ? t`, and ${plural(moreKinds, { one: "# more kind", other: "# more kinds" })} of problem`
      : "";
  return t`${where}, ${{ with_problems: formatCount(with_problems) }} with issues: ${{ parts: parts.join(", ") }}${more}.`;
}

/** Whether anything was read that could show an issue; else "none" would be a claim. */
export function isChecked({ link, temperature_c: c, used_pct: used }: FleetDrive): boolean {
  return link !== null || c !== null || used !== null;
}

/** How many drives do what they promise: "17 of 20 drives beside a rating reach 90 % of it; 3 do not." */
export function promises({ drives, judged, as_rated: kept }: Fleet["rated"], all: number): string {
  if (drives === 0) return t`No run can be compared with a drive’s datasheet yet.`;
  if (judged === 0) {
    return t`${plural(drives, { one: "# drive", other: "# drives" })} with a rating; none has a comparable run.`;
  }
  const broken = judged - kept;
  const open = all - judged;
  const notComparable = open > 0 ? t`; ${{ open: formatCount(open) }} not comparable` : "";
  return broken === 0
    ? t`${plural(judged, { one: "1 of # drive reaches", other: "All # drives reach" })} at least 90 % of the datasheet rating${notComparable}.`
    : t`${{ kept: formatCount(kept) }} of ${plural(judged, { one: "# drive", other: "# drives" })} reach at least 90 % of the datasheet rating, ${plural(broken, { one: "# does not", other: "# do not" })}${notComparable}.`;
}

/** `27 % below the median of 9 drives`. */
export function apartBy({ ratio, drives }: OddDrive): string {
  const off = Math.abs(1 - ratio) * 100;
  return t`${{ off: formatPercent(Math.round(off)) }} ${{ side: ratio < 1 ? t`below` : t`above` }} the median of ${plural(drives, { one: "# drive", other: "# drives" })}`;
}

/** Distance as robust statistics tell it: "24 robust standard deviations". */
export function oddDistance({ score }: OddDrive): string {
  return score >= MOST ? t`more than ${MOST}` : formatCount(Math.round(score));
}

const MOST = 100;

/** How far repeats of one drive differ: a share as percent, never rounded to none. */
export function noiseInWords(noise: number): string {
  return noise < 0.0005 ? t`below ${{ percent: formatPercent(0.1) }}` : formatPercent(noise * 100);
}

/** What else is different, as facts: never called the cause. */
export function differences(odd: OddDrive): string {
  return odd.apart.length === 0 ? NOTHING : t`also different: ${{ odd: alsoDifferent(odd) }}`;
}

/** The same for a column that says what it is. */
export function alsoDifferent({ apart }: OddDrive): string {
  if (apart.length === 0) return NOTHING;
  return apart
    .map(({ title, value, usual, unit }) => {
      const of = unit === null || unit === "bytes" ? "" : ` ${unit}`;
      return t`${title} ${{ value: String(value) }}${of} (others ${{ usual: String(usual) }}${of})`;
    })
    .join(", ");
}

const NOTHING = t`no known difference`;
