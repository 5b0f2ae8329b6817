/** API tokens: the secret is in the answer to `createToken` and nowhere else. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { TokenScope } from "@/api/types";

const TOKENS = ["tokens"] as const;

export interface NewToken {
  name: string;
  scope: TokenScope;
  expires_in_days: number | null;
}

export function tokensQuery() {
  return queryOptions({
    queryKey: TOKENS,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/tokens", { signal })),
  });
}

export function createToken() {
  return mutationOptions({
    mutationFn: (body: NewToken) => unwrap(client.POST("/api/v1/tokens", { body })),
    onSuccess: (_token, _body, _result, { client: cache }) => cache.invalidateQueries({ queryKey: TOKENS }),
    // The secret must not stay in memory longer than the page that shows it.
    gcTime: 0,
  });
}

export function revokeToken() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/tokens/{token_id}", { params: { path: { token_id: id } } })),
    onSuccess: (_none, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: TOKENS }),
  });
}
