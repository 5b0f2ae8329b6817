/** Runs that recipients of a link sent: seen here before anybody else sees them. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

const SHARES = ["shares"] as const;

interface ReplyOf {
  share_id: string;
  reply_id: string;
}

export function repliesQuery(share_id: string) {
  return queryOptions({
    queryKey: [...SHARES, "replies", share_id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/shares/{share_id}/replies", { params: { path: { share_id } }, signal })),
    staleTime: 0,
  });
}

/** How a reply compares with the shared run, as the page would show it. */
export function replyQuery(path: ReplyOf) {
  return queryOptions({
    queryKey: [...SHARES, "reply", path] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/shares/{share_id}/replies/{reply_id}", { params: { path }, signal })),
    staleTime: 60_000,
  });
}

interface Decision extends ReplyOf {
  state: "accepted" | "rejected";
  /** Facts that the comparison leaves out, beyond what the share hides. */
  hide: string[];
}

export function decideReply() {
  return mutationOptions({
    mutationFn: ({ state, hide, ...path }: Decision) =>
      unwrap(
        client.PATCH("/api/v1/shares/{share_id}/replies/{reply_id}", {
          params: { path },
          body: { state, hide },
        }),
      ),
    onSuccess: (_reply, _decision, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: SHARES }),
  });
}

export function deleteReply() {
  return mutationOptions({
    mutationFn: (path: ReplyOf) =>
      unwrap(client.DELETE("/api/v1/shares/{share_id}/replies/{reply_id}", { params: { path } })),
    onSuccess: (_none, _path, _result, { client: cache }) => cache.invalidateQueries({ queryKey: SHARES }),
  });
}
