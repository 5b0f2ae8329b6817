import { expect, test } from "vitest";
import type { ImportPreview, PastedFact } from "@/api/types";
import {
  acceptedNumbers,
  apartFromFacts,
  factName,
  factsQuery,
  factValue,
  runsInWords,
  unusedLines,
} from "@/subjects/runs/import/facts";

function fact(key: string, changed: Partial<PastedFact> = {}): PastedFact {
  return {
    key,
    value: "1",
    unit: null,
    where: "line 1",
    line: 1,
    confidence: "output",
    applies_to: [1],
    is_contradicted: false,
    accepted_for: [1],
    ...changed,
  };
}

function preview(...facts: PastedFact[]): ImportPreview {
  return {
    kind: "fio_text",
    runs: [],
    messages: [],
    warnings: [],
    claims: [],
    lines: { used: [], claims: [], not_understood: [], options: [], titles: [], prose: [] },
    found: facts,
    labels: [],
  };
}

const FOUND = preview(
  fact("drive.model"),
  fact("host", { accepted_for: [] }),
  fact("slot", { confidence: "prose", accepted_for: [] }),
);

test("nothing is said to the service while nothing was chosen", () => {
  expect([...acceptedNumbers(FOUND, null)]).toEqual([1]);
  expect(factsQuery(FOUND, null)).toEqual({});
});

test("what was chosen is accepted, every other fact that could be is rejected", () => {
  expect(factsQuery(FOUND, new Set([1, 3]))).toEqual({ accept: "all" });
  expect(factsQuery(FOUND, new Set([3]))).toEqual({ accept: "all", reject: ["1"] });
  expect(factsQuery(FOUND, new Set())).toEqual({ accept: "none" });
});

test("values and runs in words", () => {
  expect(factValue(fact("drive.capacity", { value: "1000204886016", unit: "bytes" }))).toMatch(/^1.TB$/);
  expect(factValue(fact("raid.chunk", { value: "524288", unit: "bytes" }))).toMatch(/^512.KiB$/);
  expect(factValue(fact("temperature", { value: "41", unit: "°C" }))).toBe("41 °C");
  expect(runsInWords([1], 1)).toBe("this run");
  expect(runsInWords([1, 2], 2)).toBe("all 2 runs");
  expect(runsInWords([2], 3)).toBe("run 2");
  expect(runsInWords([], 3)).toBe("no run");
});

test("a line with a fact is not lost, whoever accepts it", () => {
  const messages = [3, 4, 5].map((line) => ({ line, text: "" }));
  const found = [4, 9, 8, 8].map((line) => fact("memory.total", { line }));
  expect(unusedLines({ ...preview(...found), messages }).map(({ line }) => line)).toEqual([3, 5]);
  const lines = {
    ...preview().lines,
    options: [[3, 3]] as [number, number][],
    titles: [[5, 9]] as [number, number][],
  };
  expect(unusedLines({ ...preview(), lines, messages }).map(({ line }) => line)).toEqual([4]);
  const ranges = [
    [1, 6],
    [8, 9],
    [12, 12],
  ];
  expect(apartFromFacts(ranges, found)).toEqual({
    rest: [
      [1, 3],
      [5, 6],
      [12, 12],
    ],
    used: [
      [4, 4],
      [8, 9],
    ],
  });
  expect(factName(fact("memory.total"))).toBe("Memory");
});
