/** What people note at moments of hosts. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema.gen";

const TIME_NOTES = ["time-notes"] as const;

/** Of one host and of all hosts; null: every note. The newest first. */
export function timeNotesQuery(hostId: string | null) {
  return queryOptions({
    queryKey: [...TIME_NOTES, hostId] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/time-notes", {
          params: { query: hostId === null ? {} : { host_id: [hostId] } },
          signal,
        }),
      ),
  });
}

export type NewTimeNote = components["schemas"]["TimeNoteIn"];

/** Keeps a note, or changes the one of an id. */
export function saveTimeNote(id: string | null) {
  return mutationOptions({
    mutationFn: (body: NewTimeNote) =>
      id === null
        ? unwrap(client.POST("/api/v1/time-notes", { body }))
        : unwrap(client.PATCH("/api/v1/time-notes/{note_id}", { params: { path: { note_id: id } }, body })),
    onSuccess: (_saved, _body, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: TIME_NOTES }),
  });
}

export function removeTimeNote() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/time-notes/{note_id}", { params: { path: { note_id: id } } })),
    onSuccess: (_done, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: TIME_NOTES }),
  });
}
