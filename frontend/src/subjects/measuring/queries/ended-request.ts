/** What may still come of a request that has ended. */
import type { MeasureRequest } from "@/api/types";

/** How often it is asked for anew while something may come. */
export const ENDED_EVERY_MS = 10_000;

/** Whether an ended request may go on or get results: a host that returns takes it up, and sends what it kept. */
export function mayChange({ state, run_ids: runIds }: MeasureRequest): boolean {
  return state === "done" ? runIds.length === 0 : state !== "refused";
}
