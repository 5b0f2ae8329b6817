/** Links to frozen reports for people without an account: made, listed, changed and ended here. */
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import type { ShareLeak } from "@/api/types";

const SHARES = ["shares"] as const;

/** What is shared: a run or a batch, or a page by its own address. */
export type ShareTarget =
  | { kind: "run"; spec: { run_id: string } }
  | { kind: "batch"; spec: { batch_id: string } }
  | { kind: "compare" | "series"; spec: { address: string } };

export type ShareWish = ShareTarget & { hide: string[]; reveal: string[]; reference_sets: string[] };

export type NewShare = ShareWish & {
  label: string | null;
  note: string | null;
  expectation: string | null;
  /** Keys of the questions that stand first. */
  questions: string[];
  expires_at: string;
  passphrase: string | null;
  takes_replies: boolean;
};

/** The page as its recipient will see it. Nothing is stored. */
export function sharePreviewQuery(wish: ShareWish) {
  return queryOptions({
    queryKey: [...SHARES, "preview", wish] as const,
    queryFn: ({ signal }) =>
      unwrap(client.POST("/api/v1/shares/preview", { body: { ...wish, note: null }, signal })),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** What a refused link or preview would have shown; none when it was refused for another reason. */
export function leaksOf(error: unknown): readonly ShareLeak[] {
  if (!(error instanceof ApiError) || error.kind !== "IdentifierFound") return [];
  // The shape is ShareRefusal of the API.
  return (error.body as { leaks?: ShareLeak[] }).leaks ?? [];
}

export function createShare() {
  return mutationOptions({
    mutationFn: (body: NewShare) => unwrap(client.POST("/api/v1/shares", { body })),
    onSuccess: (_made, _body, _result, { client: cache }) => cache.invalidateQueries({ queryKey: SHARES }),
    // The link must not stay in memory longer than the dialog that shows it.
    gcTime: 0,
  });
}

export function sharesQuery() {
  return infiniteQueryOptions({
    queryKey: [...SHARES, "list"] as const,
    // Strangers open links meanwhile; a pointer that passed over the way here fetched it, maybe, before they did.
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/v1/shares", {
          params: { query: pageParam === null ? {} : { cursor: pageParam } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

/** As many runs as one question names; an address has its limits. */
const RUNS_ASKED = 100;

/** Links that still open and were made from any of these runs. */
export function openSharesOfRunsQuery(runIds: readonly string[]) {
  return queryOptions({
    queryKey: [...SHARES, "of-runs", runIds] as const,
    queryFn: async ({ signal }) => {
      const parts = Array.from({ length: Math.ceil(runIds.length / RUNS_ASKED) }, (_, i) =>
        runIds.slice(i * RUNS_ASKED, (i + 1) * RUNS_ASKED),
      );
      const pages = await Promise.all(
        parts.map((run_id) =>
          unwrap(client.GET("/api/v1/shares", { params: { query: { run_id, limit: 200 } }, signal })),
        ),
      );
      const byId = new Map(pages.flatMap(({ items }) => items.map((share) => [share.id, share])));
      return [...byId.values()].filter(({ state }) => state === "active" || state === "paused");
    },
    staleTime: 0,
  });
}

export function shareViewsQuery(id: string) {
  return queryOptions({
    queryKey: [...SHARES, "views", id] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/shares/{share_id}/views", {
          params: { path: { share_id: id }, query: { limit: 200 } },
          signal,
        }),
      ),
  });
}

export interface ShareChange {
  id: string;
  expires_at?: string;
  is_paused?: boolean;
  takes_replies?: boolean;
}

export function changeShare() {
  return mutationOptions({
    mutationFn: ({ id, ...body }: ShareChange) =>
      unwrap(client.PATCH("/api/v1/shares/{share_id}", { params: { path: { share_id: id } }, body })),
    onSuccess: (_share, _change, _result, { client: cache }) => cache.invalidateQueries({ queryKey: SHARES }),
  });
}

export function revokeShare() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/shares/{share_id}", { params: { path: { share_id: id } } })),
    onSuccess: (_none, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: SHARES }),
  });
}
