/** Who is signed in, and what the service says of itself. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

const SESSION = ["session"] as const;

/** The code of a one-time link, or a name with its password. */
export type Credentials = { code: string } | { name: string; password: string };

export function sessionQuery() {
  return queryOptions({
    queryKey: SESSION,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/session", { signal })),
    staleTime: 5 * 60_000,
  });
}

/** Exchanges credentials for a session cookie. */
export function signIn() {
  return mutationOptions({
    mutationFn: (body: Credentials) => unwrap(client.POST("/api/v1/session", { body })),
  });
}

/** Where to send this browser at the identity provider. */
export function startSingleSignOn(purpose: "sign-in" | "confirm" | "connect") {
  return mutationOptions({
    mutationFn: () =>
      purpose === "connect"
        ? unwrap(client.POST("/api/v1/account/single-sign-on"))
        : unwrap(
            client.POST("/api/v1/session/single-sign-on", { body: { is_confirming: purpose === "confirm" } }),
          ),
  });
}

/** Hands over what the identity provider sent this browser back with. */
export function finishSingleSignOn() {
  return mutationOptions({
    mutationFn: (body: { state: string; code: string | null; error: string | null; iss: string | null }) =>
      unwrap(client.POST("/api/v1/session/single-sign-on/return", { body })),
  });
}

export function signOut() {
  return mutationOptions({ mutationFn: () => unwrap(client.DELETE("/api/v1/session")) });
}

/** Shows the password once more, for what needs a recent login. */
export function confirmPassword() {
  return mutationOptions({
    mutationFn: (password: string) => unwrap(client.POST("/api/v1/session/confirm", { body: { password } })),
    onSuccess: (_none, _password, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: SESSION }),
  });
}

export function changePassword() {
  return mutationOptions({
    mutationFn: (body: { current: string | null; new: string }) =>
      unwrap(client.PUT("/api/v1/account/password", { body })),
    onSuccess: (_none, _body, _result, { client: cache }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: SESSION }),
        cache.invalidateQueries({ queryKey: OWN_SESSIONS }),
      ]),
  });
}

const OWN_SESSIONS = ["own-sessions"] as const;

/** Where the reader is signed in. */
export function ownSessionsQuery() {
  return queryOptions({
    queryKey: OWN_SESSIONS,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/account/sessions", { signal })),
  });
}

export function endOwnSession() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(
        client.DELETE("/api/v1/account/sessions/{session_id}", { params: { path: { session_id: id } } }),
      ),
    onSuccess: (_none, _id, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: OWN_SESSIONS }),
  });
}

/** Signs out everywhere, here too. */
export function endOwnSessions() {
  return mutationOptions({ mutationFn: () => unwrap(client.DELETE("/api/v1/account/sessions")) });
}

export function infoQuery() {
  return queryOptions({
    queryKey: ["info"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/info", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
