/** Requests of several hosts that start together. Beside the others, so that only their page loads it. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { GroupLive } from "@/api/types";
import { ENDED_EVERY_MS, mayChange } from "@/subjects/measuring/queries/ended-request";
import { mergeTotals } from "@/subjects/measuring/queries/live-total";
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
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== "ended") return LIST_EVERY_MS;
      return data.hosts.some(({ request }) => mayChange(request)) && ENDED_EVERY_MS;
    },
  });
}

// The newest seconds are asked for again: the last word of a host may still come.
const ASKED_AGAIN = 15;
const LIVE_EVERY_MS = 1000;

/** The live total of hosts that run together, ten minutes of it at most; asked for once a second. */
export function groupLiveQuery(id: string) {
  const queryKey = [...REQUESTS, "group", id, "live"] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client: cache }): Promise<GroupLive> => {
      const shown = cache.getQueryData<GroupLive>(queryKey)?.samples ?? [];
      const after = shown.at(-ASKED_AGAIN)?.at;
      const path = { group_id: id };
      const frame = await unwrap(
        client.GET("/api/v1/request-groups/{group_id}/samples", {
          params: { path, query: after === undefined ? {} : { after } },
          signal,
        }),
      );
      return { ...frame, samples: mergeTotals(shown, frame.samples) };
    },
    refetchInterval: LIVE_EVERY_MS,
  });
}

export function cancelGroup() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/request-groups/{group_id}", { params: { path: { group_id: id } } })),
    onSuccess: (_done, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: REQUESTS }),
  });
}
