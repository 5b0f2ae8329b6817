/** Batches: the runs of one sweep or suite. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { sizedQuery } from "@/api/queries/runs";
import type { FilterRecord } from "@/lib/filter";

export function batchQuery(id: string) {
  return queryOptions({
    queryKey: ["batches", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/batches/{batch_id}", { params: { path: { batch_id: id } }, signal })),
  });
}

/** The newest batches of the runs that a filter means, and whose name holds a text. */
export function batchesQuery(filter: FilterRecord, find = "") {
  return queryOptions({
    queryKey: ["batches", "list", filter, find] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/batches", {
          params: { query: { ...sizedQuery(filter, 20), ...(find === "" ? {} : { find }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** Where a run stands in its batch. */
export function placeInBatchQuery(runId: string) {
  return queryOptions({
    queryKey: ["batches", "place", runId] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/runs/{run_id}/batch", { params: { path: { run_id: runId } }, signal })),
  });
}
