/** Requests: what hosts are asked to measure from here. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema.gen";

export const REQUESTS = ["requests"] as const;
// A list is looked at while something waits or runs.
export const LIST_EVERY_MS = 3000;
const NEWEST = 10;
const OPEN_STATES = ["queued", "offered", "running"] as const;
const OPEN_EVERY_MS = 10_000;
const MAX_OPEN = 100;

export type NewRequest = components["schemas"]["RequestIn"];

/** What the owner of a host lets be measured. */
export function offersQuery(hostId: string) {
  return queryOptions({
    queryKey: [...REQUESTS, "offers", hostId] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/hosts/{host_id}/offers", { params: { path: { host_id: hostId } }, signal })),
  });
}

/** Hosts that can be asked to measure, and what their owners let be measured. */
export function allOffersQuery() {
  return queryOptions({
    queryKey: [...REQUESTS, "offers"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/offers", { signal })),
  });
}

/** What waits or runs, of one host or of all; the newest first. */
export function openRequestsQuery(host: string | null) {
  const query = { state: [...OPEN_STATES], limit: MAX_OPEN, ...(host === null ? {} : { host }) };
  return queryOptions({
    queryKey: [...REQUESTS, "open", host] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/requests", { params: { query }, signal })),
    refetchInterval: OPEN_EVERY_MS,
  });
}

/** The newest requests of a host. */
export function requestsQuery(host: string) {
  return queryOptions({
    queryKey: [...REQUESTS, "of", host] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/requests", { params: { query: { host, limit: NEWEST } }, signal })),
    refetchInterval: LIST_EVERY_MS,
  });
}

export function requestQuery(id: string) {
  return queryOptions({
    queryKey: [...REQUESTS, id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/requests/{request_id}", { params: { path: { request_id: id } }, signal })),
  });
}

/** What the stream of a request would send now. */
export function pollLive(id: string, after: string | null) {
  return unwrap(
    client.GET("/api/v1/requests/{request_id}/samples", {
      params: { path: { request_id: id }, query: after === null ? {} : { after } },
    }),
  );
}

export function addRequest() {
  return mutationOptions({
    mutationFn: (body: NewRequest) => unwrap(client.POST("/api/v1/requests", { body })),
    onSuccess: (_made, _body, _result, { client: cache }) => cache.invalidateQueries({ queryKey: REQUESTS }),
  });
}

export function cancelRequest() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/requests/{request_id}", { params: { path: { request_id: id } } })),
    onSuccess: (_done, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: REQUESTS }),
  });
}
