/** Expected runs in the words of the pages. */
import { plural, t } from "@lingui/core/macro";
import type { Expectation, Suggestion } from "@/api/types";
import type { Tone } from "@/ui/Badge";

export const WEEKDAYS = [t`Mon`, t`Tue`, t`Wed`, t`Thu`, t`Fri`, t`Sat`, t`Sun`] as const;

/** `every day by 04:00`, `Mon, Tue by 04:00`. */
export function ruleWords({ weekdays, by }: { weekdays: readonly number[]; by: string }): string {
  const days =
    weekdays.length === WEEKDAYS.length ? t`every day` : weekdays.map((day) => WEEKDAYS[day]).join(", ");
  return t`${days} by ${by}`;
}

/** How one stands, in one word and its colour. */
export function standingWords({ state, missed }: Expectation): { word: string; tone: Tone } {
  if (state === "missing")
    return { word: t`${plural(missed, { one: "# run", other: "# runs" })} missing`, tone: "bad" };
  if (state === "late") return { word: t`late`, tone: "warn" };
  return state === "met" ? { word: t`on time`, tone: "ok" } : { word: t`not due yet`, tone: "plain" };
}

/** When a run of it is due: by its schedule, or by what a person expects. */
export function dueWords({ cron_words: words, weekdays, by }: Expectation): string {
  if (weekdays !== null && by !== null) return ruleWords({ weekdays, by });
  const [first = "", ...rest] = words ?? "";
  return `${first.toLowerCase()}${rest.join("")}`;
}

/** What the past says, or why it suggests nothing. */
export function suggestionWords({ weekdays, by, n, days, reason }: Suggestion, ofDays: number): string {
  const runs = t`${plural(n, { one: "# run", other: "# runs" })} on ${days} of the last ${plural(ofDays, { one: "# day", other: "# days" })}`;
  if (weekdays !== null && by !== null)
    return t`Suggested: ${{ ruleWords: ruleWords({ weekdays, by }) }}, based on ${runs}.`;
  if (reason === "too_few") return t`No suggestion: ${runs}; at least five runs on five days are needed.`;
  return reason === "times_differ"
    ? t`No suggestion: ${runs}, at no regular time of day.`
    : t`No suggestion: ${runs}, on no regular weekdays.`;
}
