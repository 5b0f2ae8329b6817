import { expect, test } from "vitest";
import { answeredInWords } from "@/sections/questionnaire-words";
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
