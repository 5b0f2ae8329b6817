import { expect, test } from "vitest";
import { describeChange } from "@/lib/change";

test("only what changed is told", () => {
  expect(describeChange({ title: null, tags: ["a"] }, { title: "x", tags: ["a"] })).toBe("title: none → x");
  expect(describeChange({ tags: [] }, { tags: ["a"] })).toBe('tags: [] → ["a"]');
  expect(describeChange({ note: "x" }, { note: "" })).toBe("note: x → none");
});
