import { OPEN_CHANGE_STATES } from "@/api/vocabulary.gen";
import type { ChangesParams } from "@/lib/address";
import type { ChangesQuestion } from "@/subjects/watch/queries/changes";

/** What the address asks the service for. */
export function toChangesQuestion({
  state,
  way,
  days,
  host,
  suspect,
  run,
  batch,
}: ChangesParams): ChangesQuestion {
  return {
    states: state === "any" ? null : state === "open" ? OPEN_CHANGE_STATES : [state],
    isWorse: way === "any" ? null : way === "worse",
    days: days === "any" ? null : Number(days),
    host,
    suspect,
    run,
    batch,
  };
}
