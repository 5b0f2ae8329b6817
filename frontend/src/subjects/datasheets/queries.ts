import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { runKeys } from "@/subjects/runs/queries/runs";

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

/** The job of each figure, and of which figures there is none. */
export function sheetJobsQuery(id: string) {
  return queryOptions({
    queryKey: [...all, id, "jobs"] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/specs/{spec_id}/jobs", { params: { path: { spec_id: id } }, signal })),
  });
}

/** A card as the file it is written in. */
export function sheetFileQuery(id: string) {
  return queryOptions({
    queryKey: [...all, id, "file"] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/specs/{spec_id}/file", {
          params: { path: { spec_id: id } },
          parseAs: "text",
          signal,
        }),
      ),
  });
}

/** A card, as its document or as the text of its file. */
export type NewCard = { card: Record<string, unknown> } | { toml: string };

/** A person's own datasheet card; every rating may change with it. */
export function addCard() {
  return mutationOptions({
    mutationFn: (body: NewCard) => unwrap(client.POST("/api/v1/specs", { body })),
    onSuccess: (_card, _body, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: [...runKeys.all, "rating"] }),
        cache.invalidateQueries({ queryKey: all }),
      ]),
  });
}

/** The figures of a pasted table; nothing is stored. */
export function readTable() {
  return mutationOptions({
    mutationFn: (text: string) => unwrap(client.POST("/api/v1/specs/preview", { body: { text } })),
  });
}

/** What is usual for a class of drives where a datasheet prints nothing. */
export function usualQuery() {
  return queryOptions({
    queryKey: [...all, "usual"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/spec-defaults", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
