/** Who is signed in, and what the service says of itself. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

export function sessionQuery() {
  return queryOptions({
    queryKey: ["session"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/session", { signal })),
    staleTime: 5 * 60_000,
  });
}

/** Exchanges the code of a one-time login link for a session cookie. */
export function signIn() {
  return mutationOptions({
    mutationFn: (code: string) => unwrap(client.POST("/api/v1/session", { body: { code } })),
  });
}

export function signOut() {
  return mutationOptions({ mutationFn: () => unwrap(client.DELETE("/api/v1/session")) });
}

export function infoQuery() {
  return queryOptions({
    queryKey: ["info"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/info", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
