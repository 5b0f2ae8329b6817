import { expect, test } from "vitest";
import { describeAction, describeDetail } from "@/subjects/accounts/audit/detail";

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
  expect(describeDetail(detail)).toBe("run, expires: 21 Dec 2026 23:27 UTC, with passphrase");
  expect(describeDetail({ kind: "run", has_passphrase: false, revealed: [] })).toBe("run");
});

test("what a field is called in the code is no word for a reader", () => {
  expect(describeDetail({ hosts: 1, host_pattern: null })).toBe("hosts: 1, any host name");
  expect(describeDetail({ host: "vm", is_new: true, edit_id: "01a2" })).toBe("host: vm, new host");
});

test("an action is told in words, not by its code", () => {
  expect(describeAction("share.first_view")).toBe("Shared link first opened");
  expect(describeAction("notification_rule.add")).toBe("Notification rule added");
});
