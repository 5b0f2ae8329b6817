/** Runs: the list, one run, and what a person may change. */
import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { RunPatch } from "@/api/types";

export interface RunListParams {
  sort: string;
  /** Name or id; null for all. */
  host: string | null;
}

const PAGE_SIZE = 50;

export const runKeys = {
  all: ["runs"] as const,
  list: (params: RunListParams) => ["runs", "list", params] as const,
  detail: (id: string) => ["runs", "detail", id] as const,
};

/** Pages of runs by key, not by number: a new upload moves no row of a page already read. */
export function runsQuery(params: RunListParams) {
  return infiniteQueryOptions({
    queryKey: runKeys.list(params),
    // The type of the first cursor: the first page has none.
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/v1/runs", {
          params: {
            query: {
              limit: PAGE_SIZE,
              sort: params.sort,
              ...(params.host === null ? {} : { host: params.host }),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
}

export function runQuery(id: string) {
  return queryOptions({
    queryKey: runKeys.detail(id),
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/runs/{run_id}", { params: { path: { run_id: id } }, signal })),
  });
}

export interface TimeRange {
  from_ms: number;
  to_ms: number;
}

/** As many as a chart has room for pixel pairs; the server keeps the extremes of each. */
const BUCKETS = 400;

/** Samples and logs of a run in buckets; null for the whole run. What was measured does not change. */
export function timeSeriesQuery(id: string, range: TimeRange | null) {
  return queryOptions({
    queryKey: ["runs", "time-series", id, range] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/runs/{run_id}/time-series", {
          params: { path: { run_id: id }, query: { buckets: BUCKETS, ...range } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function editRun(id: string) {
  return mutationOptions({
    mutationFn: (body: RunPatch) =>
      unwrap(client.PATCH("/api/v1/runs/{run_id}", { params: { path: { run_id: id } }, body })),
    onSuccess: (run, _body, _result, { client: cache }) => {
      cache.setQueryData(runKeys.detail(id), run);
      return cache.invalidateQueries({ queryKey: [...runKeys.all, "list"] });
    },
  });
}

export function deleteRun(id: string) {
  return mutationOptions({
    mutationFn: () => unwrap(client.DELETE("/api/v1/runs/{run_id}", { params: { path: { run_id: id } } })),
    onSuccess: (_none, _void, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: [...runKeys.all, "list"] }),
  });
}

export function restoreRun(id: string) {
  return mutationOptions({
    mutationFn: () =>
      unwrap(client.POST("/api/v1/runs/{run_id}/restore", { params: { path: { run_id: id } } })),
    onSuccess: (run, _void, _result, { client: cache }) => {
      cache.setQueryData(runKeys.detail(id), run);
      return cache.invalidateQueries({ queryKey: [...runKeys.all, "list"] });
    },
  });
}
