/** Runs: the list, its groups, one run, and what a person may change. */
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { RunPatch } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import type { FilterRecord } from "@/lib/filter";

export interface RunListParams {
  filter: FilterRecord;
  sort: string;
  /** Factors and metrics that the list shall carry beside its own figures. */
  columns: readonly string[];
  /** One row for all runs of a batch. */
  isFolded: boolean;
}

const PAGE_SIZE = 50;

export const runKeys = {
  all: ["runs"] as const,
  list: (params: RunListParams) => ["runs", "list", params] as const,
  groups: (params: RunGroupParams) => ["runs", "groups", params] as const,
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
              ...sizedQuery(params.filter, PAGE_SIZE),
              // What the table shows and no more: a third of the bytes.
              brief: true,
              distinctions: true,
              sort: params.sort,
              ...(params.columns.length === 0 ? {} : { columns: params.columns.join(",") }),
              ...(params.isFolded ? { fold: "batch" as const } : {}),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** As many runs of an opened batch as stand below its row. */
export const MAX_STEPS = LIMITS.maxRunsPerPage;

/** The runs of one batch among those of a list, in the list's order. */
export function stepsQuery({ filter, sort, columns }: RunListParams, batchId: string) {
  return queryOptions({
    queryKey: [...runKeys.all, "list", "steps", batchId, filter, sort, columns] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/runs", {
          params: {
            query: {
              ...sizedQuery({ ...filter, batch: [batchId] }, MAX_STEPS),
              brief: true,
              distinctions: true,
              sort,
              ...(columns.length === 0 ? {} : { columns: columns.join(",") }),
            },
          },
          signal,
        }),
      ),
  });
}

/** The runs that a filter of few means, with what tells them apart. */
export function meantRunsQuery(filter: FilterRecord) {
  return queryOptions({
    queryKey: [...runKeys.all, "list", "meant", filter] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/runs", {
          params: { query: { ...sizedQuery(filter, MAX_STEPS), brief: true, distinctions: true } },
          signal,
        }),
      ),
  });
}

export interface RunGroupParams {
  filter: FilterRecord;
  by: string;
  metric: string;
}

/** The same runs counted by a factor, with a metric's median and range per group. */
export function runGroupsQuery({ filter, by, metric }: RunGroupParams) {
  return queryOptions({
    queryKey: runKeys.groups({ filter, by, metric }),
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/runs/groups", {
          params: { query: { ...sizedQuery(filter, 500), by, metric } },
          signal,
        }),
      ),
  });
}

/** How alike runs went up to each of these; what was measured does not change. */
export function trendsQuery(run: string[]) {
  return queryOptions({
    queryKey: [...runKeys.all, "trends", run] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/trends", { params: { query: { run } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The runs above and below a run in a list. */
export function adjacentQuery(id: string, filter: FilterRecord, sort: string) {
  return queryOptions({
    queryKey: [...runKeys.all, "adjacent", id, filter, sort] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/runs/{run_id}/adjacent", {
          params: { path: { run_id: id }, query: { ...filterQuery(filter), sort } },
          signal,
        }),
      ),
    staleTime: 0,
  });
}

/** Filters are query parameters of any name; the description of the API names only the two that it has text for. */
export function filterQuery(filter: FilterRecord): Record<string, string> {
  return filter as unknown as Record<string, string>;
}

/** The same of a list with at most so many rows: their number shares the key with the filter `limit`. */
export function sizedQuery(filter: FilterRecord, rows: number): Record<string, string> & { limit: string[] } {
  return { ...filterQuery(filter), limit: [...(filter["limit"] ?? []), String(rows)] } as Record<
    string,
    string
  > & { limit: string[] };
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

/** Figures of a part of a run; null for all that was measured. */
export function windowQuery(id: string, range: TimeRange | null) {
  return queryOptions({
    queryKey: ["runs", "window", id, range] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/runs/{run_id}/window", {
          params: { path: { run_id: id }, query: { ...range } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** What was read once before and once after the run; it does not change. */
export function momentsQuery(id: string) {
  return queryOptions({
    queryKey: ["runs", "moments", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/runs/{run_id}/moments", { params: { path: { run_id: id } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The kernel's log and the drives' health, which the host's agent sends on request: later, too. */
export function supportQuery(id: string) {
  return queryOptions({
    queryKey: ["runs", "support", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/runs/{run_id}/support", { params: { path: { run_id: id } }, signal })),
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

/** Runs that were deleted and can come back. */
export function trashQuery() {
  return queryOptions({
    queryKey: [...runKeys.all, "trash"] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/trash", { params: { query: { limit: MAX_STEPS } }, signal })),
  });
}

/** `shares`: what happens to the links that show the run. */
export function deleteRun(id: string) {
  return mutationOptions({
    mutationFn: (shares: "revoke" | "keep") =>
      unwrap(client.DELETE("/api/v1/runs/{run_id}", { params: { path: { run_id: id }, query: { shares } } })),
    onSuccess: (_none, _shares, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: [...runKeys.all, "list"] }),
        cache.invalidateQueries({ queryKey: trashQuery().queryKey }),
        cache.invalidateQueries({ queryKey: ["shares"] }),
      ]),
  });
}

export function restoreRun(id: string) {
  return mutationOptions({
    mutationFn: () =>
      unwrap(client.POST("/api/v1/runs/{run_id}/restore", { params: { path: { run_id: id } } })),
    onSuccess: (run, _void, _result, { client: cache }) => {
      cache.setQueryData(runKeys.detail(id), run);
      return Promise.all([
        cache.invalidateQueries({ queryKey: [...runKeys.all, "list"] }),
        cache.invalidateQueries({ queryKey: trashQuery().queryKey }),
      ]);
    },
  });
}

export interface RunsChange {
  run_ids: string[];
  add_tags?: string[];
  set_labels?: Record<string, string>;
  is_deleted?: boolean;
  /** What happens to the links that show deleted runs. */
  shares?: "revoke" | "keep";
}

/** Tags, labels or deletes many runs at once; the answer carries the token that undoes it. */
export function editRuns() {
  return mutationOptions({
    mutationFn: (body: RunsChange) => unwrap(client.PATCH("/api/v1/runs", { body })),
    onSuccess: (_edited, { is_deleted }, _result, { client: cache }) =>
      Promise.all([
        invalidateRuns(cache),
        ...(is_deleted === true ? [cache.invalidateQueries({ queryKey: ["shares"] })] : []),
      ]),
  });
}

export function undoEdit() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.POST("/api/v1/edits/{edit_id}/undo", { params: { path: { edit_id: id } } })),
    onSuccess: (_undone, _id, _result, { client: cache }) =>
      Promise.all([invalidateRuns(cache), cache.invalidateQueries({ queryKey: ["batches"] })]),
  });
}

/** After runs came or went. */
export function invalidateRuns(cache: QueryClient) {
  return Promise.all([
    cache.invalidateQueries({ queryKey: runKeys.all }),
    cache.invalidateQueries({ queryKey: ["facets"] }),
    cache.invalidateQueries({ queryKey: ["series"] }),
  ]);
}

/** What lies around a run: the one before and after, its repeats, and how to run it again. */
export function neighboursQuery(id: string) {
  return queryOptions({
    queryKey: [...runKeys.all, "neighbours", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/runs/{run_id}/neighbours", { params: { path: { run_id: id } }, signal })),
  });
}

/** A run's figures beside what its drives are rated. */
export function ratingQuery(id: string) {
  return queryOptions({
    queryKey: [...runKeys.all, "rating", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/runs/{run_id}/rating", { params: { path: { run_id: id } }, signal })),
  });
}

/** For what a run shows its storage to be fast enough. */
export function runPurposesQuery(id: string) {
  return queryOptions({
    queryKey: [...runKeys.all, "purposes", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/runs/{run_id}/purposes", { params: { path: { run_id: id } }, signal })),
  });
}

/** The same of each target of a host, by its newest runs, or of a batch. */
export function purposesQuery(of: { host: string } | { batch: string }) {
  return queryOptions({
    queryKey: [...runKeys.all, "purposes", of] as const,
    queryFn: ({ signal }) =>
      "host" in of
        ? unwrap(
            client.GET("/api/v1/hosts/{host_id}/purposes", {
              params: { path: { host_id: of.host } },
              signal,
            }),
          )
        : unwrap(
            client.GET("/api/v1/batches/{batch_id}/purposes", {
              params: { path: { batch_id: of.batch } },
              signal,
            }),
          ),
  });
}

/** As many runs as one question about their ratings takes. */
export const MAX_RATED = 200;

/** The same of several runs, the first ones where there are very many. */
export function ratingsQuery(ids: readonly string[]) {
  const run = ids.slice(0, MAX_RATED);
  return queryOptions({
    queryKey: [...runKeys.all, "rating", "several", run] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/ratings", { params: { query: { run } }, signal })),
    enabled: run.length > 0,
  });
}

/** The newest and the best run of each figure of a host beside the datasheets of its drives. */
export function hostRatingsQuery(id: string) {
  return queryOptions({
    queryKey: [...runKeys.all, "rating", "host", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/hosts/{host_id}/ratings", { params: { path: { host_id: id } }, signal })),
  });
}

/** A datasheet card in force with its figures; nothing is asked without an id. */
export function cardQuery(id: string | null) {
  return queryOptions({
    queryKey: [...runKeys.all, "rating", "card", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/specs/{spec_id}", { params: { path: { spec_id: id ?? "" } }, signal })),
    enabled: id !== null,
  });
}

/** Who changed title, note, labels or tags of a run, and what they were. */
export function runEditsQuery(id: string) {
  return queryOptions({
    queryKey: [...runKeys.all, "edits", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/runs/{run_id}/edits", { params: { path: { run_id: id } }, signal })),
  });
}
