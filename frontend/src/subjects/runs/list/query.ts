/** What the service is asked for the run history that stands in the address. */
import type { RunsParams } from "@/lib/address";
import { formatOrder } from "@/lib/parameter";
import { askedColumns } from "@/subjects/runs/list/column-ids";

/** Runs of a batch lie together in the order of time only; where batches were asked for, their runs are wanted. */
export function isFolding({ filter, sort, isFolded }: RunsParams): boolean {
  return isFolded && sort.key === "started_at" && !("batch" in filter);
}

export function toQuery(params: RunsParams) {
  const { filter, sort, columns } = params;
  return {
    filter,
    sort: formatOrder(sort),
    columns: askedColumns(columns ?? []),
    isFolded: isFolding(params),
  };
}
