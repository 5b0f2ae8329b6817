/** What people note of changes and events: one life for both. */
import { mutationOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { Triage } from "@/api/types";
import { CHANGES } from "@/subjects/watch/queries/changes";
import { EVENTS } from "@/subjects/watch/queries/events";

export type Triaged = "changes" | "events";

export function noteOf(triaged: Triaged) {
  return mutationOptions({
    mutationFn: async (body: Triage) => {
      if (triaged === "changes") await unwrap(client.PATCH("/api/v1/changes", { body }));
      else await unwrap(client.PATCH("/api/v1/events", { body }));
    },
    onSuccess: (_done, _body, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: triaged === "changes" ? CHANGES : EVENTS }),
  });
}
