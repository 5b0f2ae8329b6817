/** Expected runs in the words of the pages. */
import type { Expectation, Suggestion } from "@/api/types";
import { countOf } from "@/lib/format";
import type { Tone } from "@/ui/Badge";

export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

/** `every day by 04:00`, `Mon, Tue by 04:00`. */
export function ruleWords({ weekdays, by }: { weekdays: readonly number[]; by: string }): string {
  const days =
    weekdays.length === WEEKDAYS.length ? "every day" : weekdays.map((day) => WEEKDAYS[day]).join(", ");
  return `${days} by ${by}`;
}

/** How one stands, in one word and its colour. */
export function standingWords({ state, missed }: Expectation): { word: string; tone: Tone } {
  if (state === "missing") return { word: `${countOf(missed, "run")} missing`, tone: "bad" };
  if (state === "late") return { word: "came late", tone: "warn" };
  return state === "met" ? { word: "came", tone: "ok" } : { word: "not due yet", tone: "plain" };
}

/** What the past says, or why it suggests nothing. */
export function suggestionWords({ weekdays, by, n, days, reason }: Suggestion): string {
  const runs = `${countOf(n, "run")} on ${countOf(days, "day")}`;
  if (weekdays !== null && by !== null) return `${ruleWords({ weekdays, by })}, from ${runs}`;
  if (reason === "too_few") return `nothing is suggested from ${runs}: it takes five runs on five days`;
  return reason === "times_differ"
    ? `nothing is suggested: ${runs}, at no one time of the day`
    : `nothing is suggested: ${runs}, on no set of weekdays`;
}
