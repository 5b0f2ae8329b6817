/** What a comparison's figures are called on the page. Claims nothing that the service did not. */

import type { Attribution, ComparedMetric, ComparedSide, ComparedWorkload, Verdict } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import type { FilterRecord } from "@/lib/filter";
import { isEmptyFilter, parseFilterText, valueInWords } from "@/lib/filter";
import { countOf } from "@/lib/format";
import { formatMoment } from "@/lib/time";
import { formatChange, formatCount, formatPercent } from "@/lib/units";
import type { Tone } from "@/ui/Badge";
import type { Severity } from "@/ui/Finding";

export const VERDICT: Record<Verdict, { word: string; tone: Tone }> = {
  better: { word: "Better", tone: "ok" },
  worse: { word: "Worse", tone: "bad" },
  no_difference_shown: { word: "No difference shown", tone: "plain" },
  not_enough_runs: { word: "Not enough runs", tone: "plain" },
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

/** Fewest runs on a side that an interval can come from. */
const { minRepeats } = LIMITS;

/** What would tell: the runs still needed, or how small a difference these runs would show. */
export function needText(cell: ComparedMetric): string | null {
  const { base, new: newer, verdict, runs_to_show } = cell;
  if (base.n === 0 || newer.n === 0) return cell.ratio_reason;
  if (verdict === "not_enough_runs") return shortageText(cell);
  const sees = seenFrom(cell);
  if (verdict !== "no_difference_shown") return sees;
  const needed =
    runs_to_show === null
      ? "Even 1,000 runs on each side would not surely show a difference as small as the one seen."
      : `About ${formatCount(runs_to_show)} runs on each side would show a difference like the one seen.`;
  const chance = isLeftToChance(cell)
    ? "The interval alone leaves out no change, but among all the workloads looked at together (Holm) that is no claim."
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
    return "One run each: two numbers, no claim. Three runs on each side are the least that can tell.";
  // Enough runs, and still no interval: the service says why.
  if (Math.min(base.n, newer.n) >= minRepeats) return ratio_reason;
  const least = `${countOf(base.n, "run")} against ${formatCount(newer.n)}: at least ${minRepeats} on each side are needed`;
  const needed =
    runs_to_show === null || runs_to_show <= minRepeats
      ? `${least}.`
      : `${least}; about ${formatCount(runs_to_show)} would show a difference like the one seen.`;
  return [apartText(cell), needed].filter((part) => part !== null).join(" ");
}

/** What few runs show all the same; null where they show nothing, and in shares of older versions. */
function apartText({ few_runs: few }: Partial<Pick<ComparedMetric, "few_runs">>): string | null {
  if (few === null || few === undefined || few.above === few.below) return null;
  const word = few.above > few.below ? "above" : "below";
  const most = Math.max(few.above, few.below);
  const chance = `in ${formatCount(few.as_far)} of ${formatCount(few.deals)}`;
  return most === few.pairs
    ? `Every new run is ${word} every base run; chance alone does that ${chance}.`
    : `New is ${word} base in ${formatCount(most)} of ${formatCount(few.pairs)} pairs of runs; chance alone does as much ${chance}.`;
}

/** Repeats without any noise would see everything, which nobody should believe. */
function seenFrom({ smallest_shown_ratio: smallest }: ComparedMetric): string | null {
  if (smallest === null || smallest <= 0) return null;
  return `These repeats show a difference from about ${formatPercent(smallest * 100)} on.`;
}

const FAIRNESS: Record<Attribution["kind"], { severity: Severity; what: string; why?: string }> = {
  only: {
    severity: "ok",
    what: "One recorded factor differs.",
    why: "A difference between the sides may be put down to it, as far as what was recorded goes.",
  },
  nothing_changed: {
    severity: "info",
    what: "No recorded factor differs.",
    why: "The sides are repeats of one configuration, as far as what was recorded goes.",
  },
  confounded: { severity: "warn", what: "Confounded: several factors changed at once." },
  mixed: { severity: "bad", what: "Mixed: a side pools runs that are not alike." },
  cannot_tell: { severity: "warn", what: "Cannot tell whether anything else differs." },
};

/** Whether the difference may be put down to one change: as strong as the service says, no stronger. */
export function fairness({ kind, keys, doubts }: Attribution): {
  severity: Severity;
  what: string;
  why: string | undefined;
} {
  const { severity, what, why } = FAIRNESS[kind];
  // A share published before 0.3 has no such list.
  const doubted = ((doubts as readonly string[] | undefined) ?? []).join(" ");
  if (doubted !== "" && kind === "cannot_tell") return { severity, what: "Not alike.", why: doubted };
  return {
    severity,
    what,
    why: keys.length > 1 && kind !== "mixed" ? `Changed by themselves: ${keys.join(", ")}.` : why,
  };
}

/** What tells the sides apart, as short as it can be said; base first. */
export function sideNames(sides: readonly ComparedSide[], now: Date): string[] {
  const filters = sides.map(({ filter }) => parseFilterText(filter));
  const names = sides.map((side, i) => {
    const filter = filters[i] ?? {};
    return "run" in filter || isEmptyFilter(filter) ? runsName(side, now) : filterName(filter, filters);
  });
  // Two sides of one name are told apart by their place.
  return names.map((name, i) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${i === 0 ? "base" : `new ${i}`})`,
  );
}

function runsName({ runs }: ComparedSide, now: Date): string {
  const [first] = runs;
  if (first === undefined) return "no run";
  const hosts = [...new Set(runs.map(({ host_name }) => host_name))];
  const where = hosts.length === 1 ? first.host_name : `${hosts.length} hosts`;
  if (runs.length > 1) return `${countOf(runs.length, "run")} of ${where}`;
  if (first.title !== null && first.title !== "") return first.title;
  return first.started_at === null ? where : `${where}, ${formatMoment(first.started_at, now)}`;
}

function filterName(filter: FilterRecord, all: readonly FilterRecord[]): string {
  const spelled = (key: string, one: FilterRecord) => (one[key] ?? []).toSorted().join("|");
  const own = Object.keys(filter).filter((key) =>
    all.some((other) => spelled(key, other) !== spelled(key, filter)),
  );
  return filterInWords(own.length === 0 ? filter : pick(filter, own));
}

/** "bios.nps 4, host jupiter or venus". */
export function filterInWords(filter: FilterRecord): string {
  return Object.entries(filter)
    .map(([key, values]) => `${key.replace(/^label\./, "")} ${values.map(valueInWords).join(" or ")}`)
    .join(", ");
}

function pick(filter: FilterRecord, keys: readonly string[]): FilterRecord {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => keys.includes(key)));
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
