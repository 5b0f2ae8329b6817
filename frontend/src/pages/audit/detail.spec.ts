import { expect, test } from "vitest";
import { describeDetail } from "@/pages/audit/detail";

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
  expect(describeDetail({ tags: ["a"], host: null })).toBe('tags: ["a"], host: none');
});
