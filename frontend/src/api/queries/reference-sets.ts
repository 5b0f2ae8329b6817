/** Reference sets of other labs, and where figures of this installation stand in them. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

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
