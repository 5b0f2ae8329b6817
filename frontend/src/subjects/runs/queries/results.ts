/** What is too large for the run itself: distributions from json+ bins, and the results behind its first ones. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { LIMITS } from "@/api/vocabulary.gen";
import { runKeys } from "@/subjects/runs/queries/runs";

/** Cumulative distribution of completion latency. A result never changes, so it is read once. */
export function cdfQuery(resultId: string) {
  return queryOptions({
    queryKey: ["results", resultId, "cdf", "clat"] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/results/{result_id}/cdf", {
          params: { path: { result_id: resultId }, query: { kind: "clat" } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The results of a run behind those that came with it, page by page. A reparse changes them, so they are the run's. */
export function moreResultsQuery(runId: string, cursor: string | null) {
  return infiniteQueryOptions({
    queryKey: [...runKeys.detail(runId), "results", cursor] as const,
    initialPageParam: cursor,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/v1/runs/{run_id}/results", {
          params: {
            path: { run_id: runId },
            query: { limit: LIMITS.maxResultsPerPage, ...(pageParam === null ? {} : { cursor: pageParam }) },
          },
          signal,
        }),
      ),
    getNextPageParam: (page) => page.next_cursor,
    // Only when somebody asks for them.
    enabled: false,
  });
}
