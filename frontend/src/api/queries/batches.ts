/** Batches: the runs of one sweep or suite. */
import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

export function batchQuery(id: string) {
  return queryOptions({
    queryKey: ["batches", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/batches/{batch_id}", { params: { path: { batch_id: id } }, signal })),
  });
}
