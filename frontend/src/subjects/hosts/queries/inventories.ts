/** Inventories, which never change: the document, the picture of the machine, the difference of two. */
import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

/** Its number of runs may grow, so it is asked again now and then. */
export function inventoryQuery(id: string) {
  return queryOptions({
    queryKey: ["inventories", id] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/inventories/{inventory_id}", { params: { path: { inventory_id: id } }, signal }),
      ),
  });
}

/** With a run: which links it used, and what it moved over them. */
export function machineQuery(id: string, runId: string | null) {
  return queryOptions({
    queryKey: ["inventories", id, "machine", runId] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/inventories/{inventory_id}/machine", {
          params: { path: { inventory_id: id }, query: runId === null ? {} : { run: runId } },
          signal,
        }),
      ),
    ...FOREVER,
  });
}

export function differenceQuery(base: string, other: string) {
  return queryOptions({
    queryKey: ["inventories", base, "diff", other] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/inventories/{inventory_id}/diff/{other_id}", {
          params: { path: { inventory_id: base, other_id: other } },
          signal,
        }),
      ),
    ...FOREVER,
  });
}
