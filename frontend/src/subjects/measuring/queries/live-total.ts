/** The live total of hosts that run together. No React, no drawing. */
import type { GroupLive, TotalSample } from "@/api/types";

const KEPT = 600;
// Of these seconds the one that most hosts have reported is shown.
const NEWEST_MS = 5000;
// Older than this, nothing is live.
const FRESH_MS = 15_000;

/**
 * Takes over what arrived: for each second the sum of most hosts, the newer one of as many. A host that ended takes its
 * seconds out of later answers.
 */
export function mergeTotals(shown: readonly TotalSample[], arrived: readonly TotalSample[]): TotalSample[] {
  const seconds = new Map(shown.map((one) => [one.at, one]));
  for (const one of arrived) {
    const known = seconds.get(one.at);
    if (known === undefined || one.host_count >= known.host_count) seconds.set(one.at, one);
  }
  return [...seconds.values()].toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-KEPT);
}

/** The total of now: of the last seconds the newest with the most hosts; null while no host says anything. */
export function findNewest({ samples, checked_at: checkedAt }: GroupLive): TotalSample | null {
  const newestMs = Date.parse(samples.at(-1)?.at ?? "");
  if (!(Date.parse(checkedAt) - newestMs < FRESH_MS)) return null;
  const last = samples.filter(({ at }) => newestMs - Date.parse(at) < NEWEST_MS);
  return last.reduce((best, one) => (one.host_count >= best.host_count ? one : best));
}
