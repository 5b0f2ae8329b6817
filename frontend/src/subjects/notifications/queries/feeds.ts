/** Feeds of saved views: an address is shown when it is made and never again. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { FeedIn } from "@/api/types";

const FEEDS = ["feeds"] as const;

export function feedsQuery() {
  return queryOptions({
    queryKey: FEEDS,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/feeds", { signal })),
  });
}

export function addFeed() {
  return mutationOptions({
    mutationFn: (body: FeedIn) => unwrap(client.POST("/api/v1/feeds", { body })),
    onSuccess: (_feed, _body, _result, { client: cache }) => cache.invalidateQueries({ queryKey: FEEDS }),
    // The address is a secret: it must not stay in memory longer than it is shown.
    gcTime: 0,
  });
}

export function removeFeed() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/feeds/{feed_id}", { params: { path: { feed_id: id } } })),
    onSuccess: (_none, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: FEEDS }),
  });
}
