/** What is too large for the run itself: distributions from json+ bins. */
import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

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
