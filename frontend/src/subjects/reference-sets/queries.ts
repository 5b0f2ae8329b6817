/** Reference sets: what labs measured, what sources state, and where figures of this installation stand beside both. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { NewPastedSet } from "@/api/types";
import { runKeys } from "@/subjects/runs/queries/runs";

const SETS = ["reference-sets"] as const;

export function referenceSetsQuery() {
  return queryOptions({
    queryKey: [...SETS, "list"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/reference-sets", { signal })),
  });
}

/** Where the results of runs stand; of runs that no set has the drives and the test of, nothing. */
export function placementsQuery(run: readonly string[]) {
  return queryOptions({
    queryKey: [...SETS, "placements", run] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/reference-sets/placements", { params: { query: { run: [...run] } }, signal }),
      ),
  });
}

export function modelTestsQuery(modelId: string) {
  return queryOptions({
    queryKey: [...SETS, "model", modelId] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/models/{model_id}/reference-sets", {
          params: { path: { model_id: modelId } },
          signal,
        }),
      ),
  });
}

export function revokeSetKey() {
  return mutationOptions({
    mutationFn: (fingerprint: string) =>
      unwrap(
        client.DELETE("/api/v1/reference-sets/keys/{fingerprint}", { params: { path: { fingerprint } } }),
      ),
    onSuccess: (_done, _fingerprint, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: SETS }),
  });
}

/** What a set states, whether it is in use or not. */
export function statedQuery(setId: string) {
  return queryOptions({
    queryKey: [...SETS, "stated", setId] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/reference-sets/{set_id}/stated", {
          params: { path: { set_id: setId } },
          signal,
        }),
      ),
  });
}

/** A vendor's or reviewer's table as a set of its own; the answer of every run may change with it. */
export function pasteSet() {
  return mutationOptions({
    mutationFn: (body: NewPastedSet) => unwrap(client.POST("/api/v1/reference-sets", { body })),
    onSuccess: async (_made, _body, _result, { client: cache }) => {
      await cache.invalidateQueries({ queryKey: SETS });
      await cache.invalidateQueries({ queryKey: runKeys.all });
    },
  });
}

/** Turns a set without a key on or off. */
export function turnSet() {
  return mutationOptions({
    mutationFn: ({ id, isOn }: { id: string; isOn: boolean }) =>
      unwrap(
        client.PATCH("/api/v1/reference-sets/{set_id}", {
          params: { path: { set_id: id } },
          body: { is_on: isOn },
        }),
      ),
    onSuccess: async (_done, _set, _result, { client: cache }) => {
      await cache.invalidateQueries({ queryKey: SETS });
      await cache.invalidateQueries({ queryKey: runKeys.all });
    },
  });
}
