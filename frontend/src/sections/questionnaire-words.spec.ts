import { expect, test } from "vitest";
import { answeredInWords, answerInWords } from "@/sections/questionnaire-words";
import { question } from "@/test/share-questions";

test("how much of the questionnaire is answered is counted, unknown ones named as such", () => {
  expect(answeredInWords([question("a"), question("b", { answer: "no" })])).toBe(
    "2 of 2 questions answered by the host's own data",
  );
  const unknown = question("b", { answer: "unknown" });
  expect(answeredInWords([question("a"), unknown])).toBe(
    "1 of 2 questions answered by the host's own data; 1 unknown",
  );
  expect(answeredInWords([question("a"), { ...unknown, command: "lspci -vv" }])).toBe(
    "1 of 2 questions answered by the host's own data; 1 unknown, with the command that would tell",
  );
});

test.each([
  ["slot-width", "yes", null, "Yes", "ok"],
  ["slot-width", "no", null, "No", "warn"],
  ["errors", "yes", "dmesg", "Yes", "warn"],
  ["errors", "no", null, "No", "ok"],
  ["errors", "value", "dmesg", "In part", "plain"],
  ["firmware", "value", null, "Known", "plain"],
  ["firmware", "unknown", "nvme list", "Unknown", "plain"],
] as const)("%s: %s with the command %s", (key, answer, command, word, tone) => {
  expect(answerInWords({ key, answer, command })).toEqual({ word, tone });
});
