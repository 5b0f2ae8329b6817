import { expect, test } from "vitest";
import { sideValue } from "@/subjects/compare/parts/factor-change";

const option = { key: "option.zero_buffers", unit: null };
const level = { key: "raid.level", unit: null };

test.each([
  [{ ...option, state: "changed" }, null, "not set"],
  [{ ...option, state: "mixed" }, [null, "1"], "not set, 1"],
  [{ ...level, state: "changed" }, null, "none"],
  [{ ...level, state: "mixed" }, ["raid0", null], "raid0, none"],
  [{ ...level, state: "changed" }, "raid0", "raid0"],
  [{ key: "memory.speed", unit: "MT/s", state: "changed" }, 3200, "3,200\u00a0MT/s"],
] as const)("%j: %j is %s", (change, value, text) => {
  expect(sideValue([], change, value === null || typeof value !== "object" ? value : [...value])).toEqual({
    text,
    reason: null,
  });
});

test.each([
  [{ ...option, state: "cannot_tell" }, "this side did not record it"],
  [{ key: "label.fan", unit: null, state: "cannot_tell" }, "this side did not record it"],
] as const)("%j: nothing is known of it", (change, reason) => {
  expect(sideValue([], change, null)).toEqual({ text: null, reason });
});
