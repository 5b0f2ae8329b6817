import { OPEN_CHANGE_STATES } from "@/api/vocabulary.gen";
import type { EventsParams } from "@/lib/address";
import type { EventsQuestion } from "@/subjects/watch/queries/events";

/** What the address asks the service for. */
export function toEventsQuestion({
  state,
  kind,
  days,
  host,
  event,
  isWithGone,
}: EventsParams): EventsQuestion {
  if (event !== null) return { states: null, kind: null, days: null, host: null, event, isWithGone: true };
  return {
    states: state === "any" ? null : state === "open" ? OPEN_CHANGE_STATES : [state],
    kind: kind === "any" ? null : kind,
    days: days === "any" ? null : Number(days),
    host,
    event,
    isWithGone,
  };
}
