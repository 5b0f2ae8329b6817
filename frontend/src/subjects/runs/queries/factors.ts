/** The registry of factors: what can differ between two runs, and what it is called. */
import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

export function factorsQuery() {
  return queryOptions({
    queryKey: ["factors"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/factors", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
