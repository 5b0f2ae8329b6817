import { expect, test } from "vitest";
import { describeAction, describeDetail } from "@/pages/audit/detail";

test("only what changed is told, and the rest after it", () => {
  const detail = {
    name: "mara",
    before: { role: "viewer", is_active: true },
    after: { role: "editor", is_active: true },
  };
  expect(describeDetail(detail)).toBe("role: viewer → editor, name: mara");
});

test("nothing, lists and nulls have words", () => {
  expect(describeDetail({})).toBe("");
  expect(describeDetail({ tags: ["a", "b"], hidden: [], host: null })).toBe("tags: a, b, host: none");
});

test("a share is told in words, not in fields", () => {
  const detail = { kind: "run", expires_at: "2026-12-21T23:27:26.982000+00:00", has_passphrase: true };
  expect(describeDetail(detail)).toBe("kind: run, expires at: 21 Dec 2026 23:27 UTC, with passphrase");
  expect(describeDetail({ kind: "run", has_passphrase: false, revealed: [] })).toBe("kind: run");
});

test("an action is told in words, not by its code", () => {
  expect(describeAction("share.first_view")).toBe("Share first opened");
  expect(describeAction("notification_rule.add")).toBe("Notification rule added");
});
