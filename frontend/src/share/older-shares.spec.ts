import { expect, test } from "vitest";
import type { SharedRun } from "@/api/types";
import { findingsOf } from "@/share/older-shares";
import { sharedRun } from "@/test/share-data";

const evidence = { value: 2, unit: "lanes", source: "inventory" };
const finding = { id: "downgraded-width", severity: "warning", text: "Trained at ×2." };

test("a share published before answers were kept shows its findings all the same", () => {
  const { answer: _absent, ...before } = sharedRun();
  const path = { ...before.path, findings: [{ ...finding, evidence: [{ label: "trained", ...evidence }] }] };
  const [shown] = findingsOf({ ...before, path } as unknown as SharedRun);
  expect(shown).toMatchObject({ ...finding, evidence: [{ name: "trained", ...evidence }] });
});

test("what was not judged has none", () => {
  expect(findingsOf({ ...sharedRun(), answer: null })).toEqual([]);
});
