/** Rules of notifications: a destination goes in and never comes back. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { NotificationRuleIn, NotificationRulePatch } from "@/api/types";

const RULES = ["notification-rules"] as const;
const ONE = "/api/v1/notification-rules/{rule_id}";
const of = (id: string) => ({ params: { path: { rule_id: id } } });

export function rulesQuery() {
  return queryOptions({
    queryKey: RULES,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/notification-rules", { signal })),
  });
}

export function addRule() {
  return mutationOptions({
    mutationFn: (body: NotificationRuleIn) => unwrap(client.POST("/api/v1/notification-rules", { body })),
    onSuccess: (_rule, _body, _result, { client: cache }) => cache.invalidateQueries({ queryKey: RULES }),
    // The address is a secret: it must not stay in memory longer than its form.
    gcTime: 0,
  });
}

export function changeRule(id: string) {
  return mutationOptions({
    mutationFn: (body: NotificationRulePatch) => unwrap(client.PATCH(ONE, { ...of(id), body })),
    gcTime: 0,
    onSuccess: (_rule, _body, _result, { client: cache }) => cache.invalidateQueries({ queryKey: RULES }),
  });
}

export function removeRule(id: string) {
  return mutationOptions({
    mutationFn: () => unwrap(client.DELETE(ONE, of(id))),
    onSuccess: (_none, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: RULES }),
  });
}

export function testRule(id: string) {
  return mutationOptions({
    mutationFn: () => unwrap(client.POST(`${ONE}/test`, of(id))),
  });
}
