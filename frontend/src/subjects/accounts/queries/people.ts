/** Users, the invitations by which they come, and what was done in their name. */
import { infiniteQueryOptions, mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { Role } from "@/api/types";

const USERS = ["users"] as const;
const INVITATIONS = ["invitations"] as const;

export function usersQuery() {
  return queryOptions({
    queryKey: USERS,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/users", { signal })),
  });
}

export interface UserChange {
  id: string;
  role?: Role;
  is_active?: boolean;
}

export function editUser() {
  return mutationOptions({
    mutationFn: ({ id, ...body }: UserChange) =>
      unwrap(client.PATCH("/api/v1/users/{user_id}", { params: { path: { user_id: id } }, body })),
    onSuccess: (_user, _change, _result, { client: cache }) => cache.invalidateQueries({ queryKey: USERS }),
  });
}

export function invitationsQuery() {
  return queryOptions({
    queryKey: INVITATIONS,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/invitations", { signal })),
  });
}

export interface NewInvitation {
  role: Role;
  label: string;
  expires_in_days: number;
}

export function createInvitation() {
  return mutationOptions({
    mutationFn: (body: NewInvitation) => unwrap(client.POST("/api/v1/invitations", { body })),
    onSuccess: (_made, _body, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: INVITATIONS }),
    // The link must not stay in memory longer than the page that shows it.
    gcTime: 0,
  });
}

export function revokeInvitation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(
        client.DELETE("/api/v1/invitations/{invitation_id}", { params: { path: { invitation_id: id } } }),
      ),
    onSuccess: (_none, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: INVITATIONS }),
  });
}

/** Makes one's account with an invitation's code and signs this browser in. */
export function acceptInvitation() {
  return mutationOptions({
    mutationFn: (body: { code: string; name: string; password: string }) =>
      unwrap(client.POST("/api/v1/invitations/accept", { body })),
  });
}

/** The audit log, newest first. */
export function auditQuery() {
  return infiniteQueryOptions({
    queryKey: ["audit"] as const,
    queryFn: ({ signal, pageParam }) =>
      unwrap(
        client.GET("/api/v1/audit", {
          params: { query: { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) } },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });
}
