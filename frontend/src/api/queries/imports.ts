/** What an import would store, and storing it. */
import { mutationOptions, queryOptions, skipToken } from "@tanstack/react-query";
import { runKeys } from "@/api/queries/runs";
import type { ImportPreview, ImportStored } from "@/api/types";
import { postBytes } from "@/api/upload";
import { type SearchRecord, stringifySearch } from "@/lib/search-params";

/** Bytes with an id that no other bytes of this visit have. */
export interface Sendable {
  id: string;
  content: Blob;
}

/** What the service understands of some bytes. It stores nothing, and the same bytes are read the same way. */
export function previewQuery({ id, content }: Sendable) {
  return queryOptions({
    queryKey: ["imports", "preview", id] as const,
    queryFn: async ({ signal, client }) => {
      const progress = sentShareQuery(id).queryKey;
      const answer = await postBytes("api/v1/import/preview", content, {
        signal,
        onProgress: (share) => client.setQueryData(progress, share),
      });
      // The shape that the service promises for this path in schema.gen.ts.
      return answer as ImportPreview;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** How much of a preview's bytes has been sent, 0..1; written by previewQuery, never asked for. */
export function sentShareQuery(id: string) {
  return queryOptions<number>({ queryKey: ["imports", "sent", id] as const, queryFn: skipToken });
}

export interface Import extends Sendable {
  /** host, title, started_at, tag and label.KEY, as POST /import takes them. */
  about: SearchRecord;
}

/** Stores the bytes unchanged, once per host. */
export function storeImport() {
  return mutationOptions({
    mutationFn: async ({ content, about }: Import) =>
      // The shape that the service promises for this path in schema.gen.ts.
      (await postBytes(`api/v1/import${stringifySearch(about)}`, content)) as ImportStored,
    onSuccess: (_stored, _import, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: [...runKeys.all, "list"] }),
        cache.invalidateQueries({ queryKey: ["hosts"] }),
      ]),
  });
}
