// @vitest-environment jsdom
import { expect, test } from "vitest";
import { type Outcome, outcomesInWords, savingInWords } from "@/subjects/runs/import/use-save";

function stored(status: "created" | "duplicate", runs: number): Outcome {
  const run = {
    id: "1",
    url: "",
    status,
    outcome: "complete" as const,
    verdict: null,
    problems: [],
    lines_used: [],
    lines_not_understood: [],
  };
  return {
    state: "stored",
    stored: {
      runs: Array.from({ length: runs }, () => run),
      warnings: [],
      claims: [],
      lines: null,
      found: [],
    },
    isDuplicate: status === "duplicate",
  };
}

test("the summary counts runs that are there and sources that are not", () => {
  expect(outcomesInWords([stored("created", 4)])).toBe("4 runs saved.");
  expect(
    outcomesInWords([
      stored("created", 1),
      stored("duplicate", 1),
      { state: "refused", error: new Error("no") },
      { state: "sending", share: 0.5 },
    ]),
  ).toBe("1 run saved, 1 run was there already, 1 source refused.");
  expect(outcomesInWords([{ state: "sending", share: 0.5 }])).toBeNull();
  expect(outcomesInWords([])).toBeNull();
});

test("while saving, it is said which of how many", () => {
  expect(savingInWords([stored("created", 4), { state: "sending", share: 1 }], 5)).toBe("Saving 2 of 5…");
  expect(savingInWords([stored("created", 4)], 5)).toBeNull();
});
