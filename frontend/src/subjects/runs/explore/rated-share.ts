/** A chart of shares of a rating: which of its points may be judged. */
import type { FilterRecord } from "@/lib/filter";

export const RATED_SHARE = "rated_share";
export const RATED_VERDICT = "rated_verdict";
const COMPARABLE = "comparable";
export const ONLY_COMPARABLE: FilterRecord = { [RATED_VERDICT]: [COMPARABLE] };

/** Whether the filter lets in nothing but shares that may be compared. */
export function isOnlyComparable(filter: FilterRecord): boolean {
  const verdicts = filter[RATED_VERDICT];
  return verdicts?.length === 1 && verdicts[0] === COMPARABLE;
}
