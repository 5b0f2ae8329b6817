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
}

/** A page of changes, those with the newest runs first. */
export function changesQuery({ states, isWorse, days, host, suspect, run }: ChangesQuestion) {
  return infiniteQueryOptions({
    queryKey: [...CHANGES, "list", states, isWorse, days, host, suspect, run] as const,
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

/** Those of one run or of one host, whatever people noted of them. */
export function changesOfQuery(of: { run: string } | { host: string }) {
  const [run, host] = "run" in of ? [of.run, null] : [null, of.host];
  return changesQuery({ states: null, isWorse: null, days: null, suspect: null, run, host });
}

export function changeQuery(id: string) {
  return queryOptions({
    queryKey: [...CHANGES, "one", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/changes/{change_id}", { params: { path: { change_id: id } }, signal })),
  });
}
