/** Requests of several hosts that start together. Beside the others, so that only their page loads it. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { LIST_EVERY_MS, REQUESTS } from "@/subjects/measuring/queries/requests";

/** Hosts that start together, with their steps from one on; asked for anew while one of them waits or runs. */
export function groupQuery(id: string, fromStep = 1) {
  return queryOptions({
    queryKey: [...REQUESTS, "group", id, fromStep] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/request-groups/{group_id}", {
          params: { path: { group_id: id }, query: { from_step: fromStep } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) => (state.data?.state === "ended" ? false : LIST_EVERY_MS),
  });
}

export function cancelGroup() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/request-groups/{group_id}", { params: { path: { group_id: id } } })),
    onSuccess: (_done, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: REQUESTS }),
  });
}
