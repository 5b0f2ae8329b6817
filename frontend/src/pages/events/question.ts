import type { EventsQuestion } from "@/api/queries/events";
import { OPEN_CHANGE_STATES } from "@/api/vocabulary.gen";
import type { EventsParams } from "@/lib/address";

/** What the address asks the service for. */
export function toEventsQuestion({ state, kind, days, host, isWithGone }: EventsParams): EventsQuestion {
  return {
    states: state === "any" ? null : state === "open" ? OPEN_CHANGE_STATES : [state],
    kind: kind === "any" ? null : kind,
    days: days === "any" ? null : Number(days),
    host,
    isWithGone,
  };
}
