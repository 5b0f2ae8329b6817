/** What an import would store, and storing it. */
import { mutationOptions, queryOptions, skipToken } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { ImportPreview, ImportStored, TypedRun } from "@/api/types";
import { postBytes } from "@/api/upload";
import { type SearchRecord, stringifySearch } from "@/lib/search-params";
import { runKeys } from "@/subjects/runs/queries/runs";

/** Bytes with an id that no other bytes of this visit have. */
export interface Sendable {
  id: string;
  /** Of the file, with or without folders: tells fio's bw, iops and latency logs apart. */
  name: string;
  content: Blob;
  /** Content-Encoding, where the bytes are packed. */
  encoding?: string;
}

/**
 * What the service understands of some bytes. It stores nothing, and the same bytes are read the same way. With a host
 * their tables are held against its earlier runs, too.
 */
export function previewQuery({ id, name, content, encoding }: Sendable, host = "") {
  return queryOptions({
    queryKey: ["imports", "preview", id, host] as const,
    queryFn: async ({ signal, client }) => {
      const progress = sentShareQuery(id).queryKey;
      const about = { ...fileName(name), ...(host === "" ? {} : { host }) };
      const answer = await postBytes(`api/v1/import/preview${stringifySearch(about)}`, content, {
        signal,
        encoding,
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
  /** Share of the bytes that have left, 0..1. */
  onProgress?: (share: number) => void;
}

/** Stores the bytes unchanged, once per host. */
export function storeImport() {
  return mutationOptions({
    mutationFn: async ({ name, content, encoding, about, onProgress }: Import) =>
      // The shape that the service promises for this path in schema.gen.ts.
      (await postBytes(`api/v1/import${stringifySearch({ ...about, ...fileName(name) })}`, content, {
        encoding,
        onProgress,
      })) as ImportStored,
    onSuccess: (_stored, _import, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: [...runKeys.all, "list"] }),
        cache.invalidateQueries({ queryKey: ["hosts"] }),
      ]),
  });
}

/** Stores what a person typed, once per host and document. */
export function storeTyped() {
  return mutationOptions({
    mutationFn: (typed: TypedRun) => unwrap(client.POST("/api/v1/typed-results", { body: typed })),
    onSuccess: (_stored, _typed, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: [...runKeys.all, "list"] }),
        cache.invalidateQueries({ queryKey: ["hosts"] }),
      ]),
  });
}

/** The last part of a path as a query parameter: what the service takes for a file's name. */
function fileName(name: string): SearchRecord {
  return { name: name.split("/").at(-1)?.slice(-255) };
}
