/** Events of hosts in the words of the pages. */
import { plural, t } from "@lingui/core/macro";
import type { EventKind, EventList } from "@/api/types";
import { OPEN_CHANGE_STATES } from "@/api/vocabulary.gen";
import { formatCount } from "@/lib/units";
import type { Tone } from "@/ui/Badge";

/** What may cost data is red; the rest is worth a look. */
export function toneOfEvent(kind: EventKind): Tone {
  return kind === "warning" || kind === "array" || kind === "missing" ? "bad" : "warn";
}

/** How many of a kind there are, whatever their state. */
export function eventsOfKind({ counts }: EventList, kind: EventKind): number {
  return counts.filter((one) => one.kind === kind).reduce((sum, { events }) => sum + events, 0);
}

/** The answer of the page in one sentence. */
export function openEvents({ counts }: EventList): string {
  const all = counts.reduce((sum, { events }) => sum + events, 0);
  const open = counts
    .filter(({ state }) => (OPEN_CHANGE_STATES as readonly string[]).includes(state))
    .reduce((sum, { events }) => sum + events, 0);
  if (open > 0)
    return all > open
      ? t`${plural(open, { one: "# open event", other: "# open events" })}; ${{ reviewed: formatCount(all - open) }} more reviewed.`
      : t`${plural(open, { one: "# open event", other: "# open events" })}.`;
  return all === 1
    ? t`The only event was reviewed.`
    : t`All ${plural(all, { one: "# event", other: "# events" })} were reviewed.`;
}
