import { expect, test } from "vitest";
import { RULE_TITLES } from "@/api/vocabulary.gen";
import { ANSWER_TITLES, answerInWords, isOfAnswers } from "@/lib/answer-words";

test("rules and verdicts are said by their titles, and so is what has none", () => {
  expect(answerInWords("limit", "at-link-limit")).toBe(RULE_TITLES["at-link-limit"]);
  expect(answerInWords("verdict", "!unexplained")).toBe("not unexplained");
  expect(answerInWords("finding", "")).toBe("nothing found");
  expect(answerInWords("trust", "!")).toBe("known");
  expect(answerInWords("finding", "a-rule-of-tomorrow")).toBe("a-rule-of-tomorrow");
});

test("keys of answers are told from factors", () => {
  expect(Object.keys(ANSWER_TITLES)).toEqual(["verdict", "limit", "trust", "finding"]);
  expect(isOfAnswers("host")).toBe(false);
});
