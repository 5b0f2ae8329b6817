/** Where alike runs changed, and what people note of it. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { ChangeState } from "@/api/types";

export const CHANGES = ["changes"] as const;

export interface ChangesQuestion {
  /** Null asks for all. */
  states: readonly ChangeState[] | null;
  isWorse: boolean | null;
  days: number | null;
  host: string | null;
  suspect: string | null;
  run: string | null;
  batch: string | null;
}

/** A page of changes, those with the newest runs first. */
export function changesQuery({ states, isWorse, days, host, suspect, run, batch }: ChangesQuestion) {
  return infiniteQueryOptions({
    queryKey: [...CHANGES, "list", states, isWorse, days, host, suspect, run, batch] as const,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/v1/changes", {
          params: {
            query: {
              ...(states === null ? {} : { state: [...states] }),
              ...(isWorse === null ? {} : { worse: isWorse }),
              ...(days === null ? {} : { days }),
              ...(host === null ? {} : { host }),
              ...(suspect === null ? {} : { suspect }),
              ...(run === null ? {} : { run }),
              ...(batch === null ? {} : { batch }),
              ...(pageParam === null ? {} : { cursor: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    placeholderData: keepPreviousData,
  });
}

export type ChangesOfWhat = { run: string } | { host: string } | { batch: string };

/** Those of one run, batch or host, whatever people noted of them. */
export function changesOfQuery(of: ChangesOfWhat) {
  const all = { states: null, isWorse: null, days: null, suspect: null, run: null, host: null, batch: null };
  return changesQuery({ ...all, ...of });
}

export function changeQuery(id: string) {
  return queryOptions({
    queryKey: [...CHANGES, "one", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/changes/{change_id}", { params: { path: { change_id: id } }, signal })),
  });
}

/** A page of watched series: of a host, or those that a run belongs to. */
export function seriesListQuery(of: { host: string } | { run: string }) {
  return infiniteQueryOptions({
    queryKey: [...CHANGES, "series", of] as const,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/v1/watched-series", {
          params: { query: { ...of, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

export function seriesQuery(id: string) {
  return queryOptions({
    queryKey: [...CHANGES, "series", "one", id] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/watched-series/{series_id}", { params: { path: { series_id: id } }, signal }),
      ),
  });
}
