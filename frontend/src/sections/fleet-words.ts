/** What of drives needs a look, in the words of the pages. */
import type { Fleet, FleetProblem, OddDrive } from "@/api/types";
import { countOf } from "@/lib/format";
import { formatCount, formatPercent } from "@/lib/units";

/** A problem in one or two words, and as the end of "3 drives …". */
export const PROBLEM_WORDS: Record<FleetProblem, { short: string; one: string; many: string }> = {
  warning: { short: "warning", one: "reports a critical warning", many: "report a critical warning" },
  array: {
    short: "degraded array",
    one: "is in a host with a degraded array",
    many: "are in hosts with a degraded array",
  },
  missing: { short: "missing", one: "is missing", many: "are missing" },
  link: {
    short: "degraded link",
    one: "has a degraded link",
    many: "have a degraded link",
  },
  odd: {
    short: "outlier",
    one: "is an outlier of its model",
    many: "are outliers of their model",
  },
  worn: { short: "worn", one: "is worn", many: "are worn" },
  hot: { short: "hot", one: "is hot", many: "are hot" },
  firmware_fault: {
    short: "known fault",
    one: "has firmware with a known fault",
    many: "have firmware with a known fault",
  },
  firmware_mix: {
    short: "other firmware",
    one: "has another firmware than most of its model",
    many: "have another firmware than most of their model",
  },
};

/** Problems that say that something is wrong now; the others are worth knowing. */
export const GRAVE: ReadonlySet<FleetProblem> = new Set(["warning", "array", "missing", "link", "odd"]);

/** The answer of the page in one sentence. */
export function attention({ drives, hosts, with_problems, problems }: Fleet): string {
  const where = `${countOf(drives, "drive")} in ${countOf(hosts, "host")}`;
  if (with_problems === 0) return `${where}: no known issues.`;
  const told = problems.filter((one) => one.drives > 0);
  const parts = told
    .slice(0, 3)
    .map(({ id, drives: n }) => `${formatCount(n)} ${PROBLEM_WORDS[id][n === 1 ? "one" : "many"]}`);
  const rest = told.length - parts.length;
  const more = rest > 0 ? `, and ${countOf(rest, "more kind")} of problem` : "";
  return `${where}, ${formatCount(with_problems)} with issues: ${parts.join(", ")}${more}.`;
}

/** How many drives do what they promise: "17 of 20 drives beside a rating reach 90 % of it; 3 do not." */
export function promises({ drives, judged, as_rated: kept }: Fleet["rated"], all: number): string {
  if (drives === 0) return "No drive has a run comparable with its datasheet yet.";
  if (judged === 0) {
    return `${countOf(drives, "drive")} with a rating; none has a comparable run.`;
  }
  const broken = judged - kept;
  const open = all - judged;
  const rest = open > 0 ? `; ${formatCount(open)} not comparable` : "";
  return broken === 0
    ? `${judged === 1 ? "1 of 1 drive reaches" : `All ${countOf(judged, "drive")} reach`} at least 90 % of the datasheet rating${rest}.`
    : `${formatCount(kept)} of ${countOf(judged, "drive")} reach at least 90 % of the datasheet rating, ${formatCount(broken)} ${broken === 1 ? "does" : "do"} not${rest}.`;
}

/** `27 % below the median of 9 drives`. */
export function apartBy({ ratio, drives }: OddDrive): string {
  const off = Math.abs(1 - ratio) * 100;
  return `${formatPercent(Math.round(off))} ${ratio < 1 ? "below" : "above"} the median of ${countOf(drives, "drive")}`;
}

/** Distance as robust statistics tell it: "24 robust standard deviations". */
export function oddDistance({ score }: OddDrive): string {
  return score >= MOST ? `more than ${MOST}` : formatCount(Math.round(score));
}

const MOST = 100;

/** How far repeats of one drive differ: a share as percent, never rounded to none. */
export function noiseInWords(noise: number): string {
  return noise < 0.0005 ? `below ${formatPercent(0.1)}` : formatPercent(noise * 100);
}

/** What else is different, as facts: never called the cause. */
export function differences(odd: OddDrive): string {
  return odd.apart.length === 0 ? NOTHING : `also different: ${alsoDifferent(odd)}`;
}

/** The same for a column that says what it is. */
export function alsoDifferent({ apart }: OddDrive): string {
  if (apart.length === 0) return NOTHING;
  return apart
    .map(({ title, value, usual, unit }) => {
      const of = unit === null || unit === "bytes" ? "" : ` ${unit}`;
      return `${title} ${String(value)}${of} (others ${String(usual)}${of})`;
    })
    .join(", ");
}

const NOTHING = "no known difference";
