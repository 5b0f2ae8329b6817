import { expect, test } from "vitest";
import type { NotificationRule } from "@/api/types";
import { tells, when } from "@/pages/notifications/rule-words";

const RULE: NotificationRule = {
  id: "r",
  person: "Mara",
  name: "mine",
  kind: "mail",
  destination: "smtps://mail.example.org",
  host: null,
  metric: null,
  is_worse: null,
  least: 0,
  suspect: null,
  digest_hour: null,
  quiet_from: null,
  quiet_to: null,
  is_active: true,
  waiting: 0,
  delivered: 0,
  failed: 0,
  last_error: null,
  last_delivered_at: null,
  created_at: "2026-11-24T00:00:00Z",
};

test.each([
  [{}, "better or worse"],
  [{ is_worse: true, least: 0.05 }, "for the worse by 5\u00a0% or more"],
  [{ is_worse: false, least: 0.125, host: "saturn" }, "for the better by 12.5\u00a0% or more, on saturn"],
  [{ metric: "iops_read", suspect: "kernel" }, "better or worse, of iops_read, where kernel changed, too"],
])("a rule %j tells of changes %s", (given, expected) => expect(tells({ ...RULE, ...given })).toBe(expected));

test.each([
  [{}, "at once"],
  [{ digest_hour: 7 }, "once a day at 07:00 UTC"],
  [{ quiet_from: 22, quiet_to: 6 }, "at once, never from 22:00 UTC to 06:00 UTC"],
])("a rule %j tells %s", (given, expected) => expect(when({ ...RULE, ...given })).toBe(expected));
