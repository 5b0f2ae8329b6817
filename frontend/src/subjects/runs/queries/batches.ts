/** Batches: the runs of one sweep or suite. */
import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { BatchPatch } from "@/api/types";
import type { FilterRecord } from "@/lib/filter";
import { invalidateRuns, runKeys, sizedQuery } from "@/subjects/runs/queries/runs";

/** `against`: another batch that it is held against, instead of the one before. */
export function batchQuery(id: string, against: string | null = null) {
  return queryOptions({
    queryKey: against === null ? (["batches", id] as const) : (["batches", id, against] as const),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/batches/{batch_id}", {
          params: { path: { batch_id: id }, query: against === null ? {} : { against } },
          signal,
        }),
      ),
  });
}

/** The drives of a batch, each alone and several together; empty where fewer than two were measured alone. */
export function batchDrivesQuery(id: string) {
  return queryOptions({
    queryKey: ["batches", id, "drives"] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/batches/{batch_id}/drives", { params: { path: { batch_id: id } }, signal })),
  });
}

/** What an experiment asks and shows; empty for any other batch. */
export function batchExperimentQuery(id: string) {
  return queryOptions({
    queryKey: ["batches", id, "experiment"] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/batches/{batch_id}/experiment", { params: { path: { batch_id: id } }, signal }),
      ),
  });
}

/** The report of a test of SNIA's standard; empty for any other batch. */
export function batchPtsQuery(id: string) {
  return queryOptions({
    queryKey: ["batches", id, "pts"] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/batches/{batch_id}/pts", { params: { path: { batch_id: id } }, signal })),
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

export function editBatch(id: string) {
  return mutationOptions({
    mutationFn: (body: BatchPatch) =>
      unwrap(client.PATCH("/api/v1/batches/{batch_id}", { params: { path: { batch_id: id } }, body })),
    onSuccess: (batch, _body, _result, { client: cache }) => {
      cache.setQueryData(batchQuery(id).queryKey, batch);
      return Promise.all([
        cache.invalidateQueries({ queryKey: ["batches"] }),
        cache.invalidateQueries({ queryKey: runKeys.all }),
      ]);
    },
  });
}

/** What deleting a batch would touch. */
export function batchDeletionQuery(id: string) {
  return queryOptions({
    queryKey: ["batches", "deletion", id] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/batches/{batch_id}/deletion", { params: { path: { batch_id: id } }, signal }),
      ),
    staleTime: 0,
  });
}

/** All runs of a batch at once; the answer's edit takes it back. */
export function deleteBatch(id: string) {
  return mutationOptions({
    mutationFn: (shares: "revoke" | "keep") =>
      unwrap(
        client.DELETE("/api/v1/batches/{batch_id}", {
          params: { path: { batch_id: id }, query: { shares } },
        }),
      ),
    onSuccess: (_edited, _shares, _result, { client: cache }) =>
      Promise.all([invalidateRuns(cache), cache.invalidateQueries({ queryKey: ["shares"] })]),
  });
}
