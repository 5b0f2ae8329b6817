import { expect, test } from "vitest";
import type { NotificationRule } from "@/api/types";
import { TOLD_KINDS, tells, when } from "@/subjects/notifications/page/rule-words";

const RULE: NotificationRule = {
  id: "r",
  person: "Mara",
  name: "mine",
  kind: "mail",
  destination: "smtps://mail.example.org",
  kinds: ["change"],
  filter: null,
  host: null,
  metric: null,
  is_worse: null,
  least: 0,
  suspect: null,
  digest_hour: null,
  quiet_from: null,
  quiet_to: null,
  zone: "Europe/Berlin",
  is_active: true,
  waiting: 0,
  delivered: 0,
  failed: 0,
  last_error: null,
  last_delivered_at: null,
  created_at: "2026-11-24T00:00:00Z",
};
const titleOf = (key: string) => (key === "kernel" ? "Kernel" : key);

test.each<[Partial<NotificationRule>, string]>([
  [{}, "changes"],
  [{ is_worse: true, least: 0.05 }, "regressions of 5\u00a0% or more"],
  [{ is_worse: false, least: 0.125, host: "saturn" }, "improvements of 12.5\u00a0% or more; on saturn"],
  [{ metric: "iops", suspect: "kernel" }, "changes, of IOPS, also changed: Kernel"],
  [
    { kinds: ["hot", "array"], is_worse: true, filter: "label.bay=3%20a&rw=!read" },
    "events: drive too hot, array degraded; of runs with label.bay=3 a, rw=!read",
  ],
  [{ kinds: TOLD_KINDS, is_worse: true }, "regressions; and of all events"],
])("a rule %j tells of %s", (given, expected) =>
  expect(tells({ ...RULE, ...given }, titleOf)).toBe(expected),
);

test.each([
  [{}, "immediately"],
  [{ digest_hour: 7 }, "once a day at 07:00 (Europe/Berlin)"],
  [{ quiet_from: 22, quiet_to: 6 }, "immediately, held from 22:00 to 06:00 (Europe/Berlin)"],
])("a rule %j tells %s", (given, expected) => expect(when({ ...RULE, ...given })).toBe(expected));
