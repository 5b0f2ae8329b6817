/** Runs that are expected of a host. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema.gen";

const EXPECTATIONS = ["expectations"] as const;

export function expectationsQuery(hostId: string) {
  return queryOptions({
    queryKey: [...EXPECTATIONS, "of", hostId] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/expectations", { params: { query: { host_id: hostId } }, signal })),
  });
}

/** What the past of a host would have met, by the clock of a time zone. */
export function suggestionsQuery(hostId: string, zone: string) {
  return queryOptions({
    queryKey: [...EXPECTATIONS, "suggestions", hostId, zone] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/expectations/suggestions", {
          params: { query: { host_id: hostId, zone } },
          signal,
        }),
      ),
  });
}

export type NewExpectation = components["schemas"]["ExpectationIn"];

export function addExpectation() {
  return mutationOptions({
    mutationFn: (body: NewExpectation) => unwrap(client.POST("/api/v1/expectations", { body })),
    onSuccess: (_made, _body, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: EXPECTATIONS }),
  });
}

export function removeExpectation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(
        client.DELETE("/api/v1/expectations/{expectation_id}", { params: { path: { expectation_id: id } } }),
      ),
    onSuccess: (_done, _id, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: EXPECTATIONS }),
  });
}
