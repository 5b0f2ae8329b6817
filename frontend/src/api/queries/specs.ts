import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

const all = ["specs"] as const;

/** Every datasheet card in force. */
export function sheetsQuery() {
  return queryOptions({
    queryKey: [...all, "list"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/specs", { signal })),
  });
}

/** One card in force, with its figures. */
export function sheetQuery(id: string) {
  return queryOptions({
    queryKey: [...all, id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/specs/{spec_id}", { params: { path: { spec_id: id } }, signal })),
  });
}

/** Every version of a card, the newest first. */
export function sheetVersionsQuery(id: string) {
  return queryOptions({
    queryKey: [...all, id, "versions"] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/specs/{spec_id}/versions", { params: { path: { spec_id: id } }, signal })),
  });
}
