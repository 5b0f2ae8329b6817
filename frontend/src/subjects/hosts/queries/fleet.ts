/** Every drive as it was last seen, and drive models. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { FleetProblem } from "@/api/types";

export interface FleetQuestion {
  problem: FleetProblem | null;
  q: string | null;
  model: string | null;
  /** By name. */
  host?: string;
}

/** A page of drives, those that need a look first. */
export function fleetQuery({ problem, q, model, host }: FleetQuestion) {
  return infiniteQueryOptions({
    queryKey: ["fleet", problem, q, model, host ?? null] as const,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/v1/fleet", {
          params: {
            query: {
              ...(problem === null ? {} : { problem }),
              ...(q === null ? {} : { q }),
              ...(model === null ? {} : { model }),
              ...(host === undefined ? {} : { host }),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

/** The same drives in their places, host by host. */
export function baysQuery({ problem, q, model, host }: FleetQuestion) {
  return queryOptions({
    queryKey: ["fleet", "bays", problem, q, model, host ?? null] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/fleet/bays", {
          params: {
            query: {
              ...(problem === null ? {} : { problem }),
              ...(q === null ? {} : { q }),
              ...(model === null ? {} : { model }),
              ...(host === undefined ? {} : { host }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function modelsQuery() {
  return queryOptions({
    queryKey: ["models"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/models", { signal })),
  });
}

export function modelQuery(id: string) {
  return queryOptions({
    queryKey: ["models", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/models/{model_id}", { params: { path: { model_id: id } }, signal })),
  });
}
