/** What of hosts got worse or is missing, and what people note of it. */
import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { ChangeState, EventKind } from "@/api/types";

export const EVENTS = ["events"] as const;

export interface EventsQuestion {
  /** Null asks for all. */
  states: readonly ChangeState[] | null;
  kind: EventKind | null;
  days: number | null;
  host: string | null;
  event: string | null;
  isWithGone: boolean;
}

/** A page of events, those that began last first. */
export function eventsQuery({ states, kind, days, host, event, isWithGone }: EventsQuestion) {
  return infiniteQueryOptions({
    queryKey: [...EVENTS, states, kind, days, host, event, isWithGone] as const,
    queryFn: ({ pageParam, signal }) =>
      unwrap(
        client.GET("/api/v1/events", {
          params: {
            query: {
              ...(states === null ? {} : { state: [...states] }),
              ...(kind === null ? {} : { kind }),
              ...(days === null ? {} : { days }),
              ...(host === null ? {} : { host }),
              ...(event === null ? {} : { event }),
              ...(isWithGone ? { gone: true } : {}),
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
