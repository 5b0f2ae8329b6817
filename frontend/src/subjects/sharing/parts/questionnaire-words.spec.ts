import { expect, test } from "vitest";
import { answeredInWords, answerInWords, inOrder } from "@/subjects/sharing/parts/questionnaire-words";
import { question } from "@/test/share-questions";

test("how much of the questionnaire is answered is counted, unknown ones named as such", () => {
  expect(answeredInWords([question("a"), question("b", { answer: "no" })])).toBe(
    "2 of 2 questions answered from the host's data",
  );
  const unknown = question("b", { answer: "unknown", command: "lspci -vv" });
  expect(answeredInWords([question("a"), unknown])).toBe(
    "1 of 2 questions answered from the host's data, 1 unknown",
  );
  const partial = question("c", { is_partial: true });
  expect(answeredInWords([question("a"), partial, unknown])).toBe(
    "1 of 3 questions answered from the host's data, 1 in part, 1 unknown",
  );
});

test.each([
  ["driver", "yes", "In part", "plain"],
  ["temperature", "value", "In part", "plain"],
  ["errors", "yes", "Yes", "warn"],
  ["slot-width", "no", "No", "warn"],
] as const)("%s, %s, of which a part is open", (key, answer, word, tone) => {
  expect(answerInWords({ key, answer, command: null, is_partial: true })).toEqual({ word, tone });
});

test.each([
  ["slot-width", "yes", null, "Yes", "ok"],
  ["slot-width", "no", null, "No", "warn"],
  ["errors", "yes", "dmesg", "Yes", "warn"],
  ["errors", "no", null, "No", "ok"],
  ["errors", "value", "dmesg", "In part", "plain"],
  ["firmware", "value", null, null, "plain"],
  ["firmware", "unknown", "nvme list", "Unknown", "plain"],
] as const)("%s: %s with the command %s", (key, answer, command, word, tone) => {
  expect(answerInWords({ key, answer, command })).toEqual({ word, tone });
});

test("what all vendors ask and what speaks against the machine stands first, the rest by what is known", () => {
  const all = [
    question("slot-width"),
    question("numa-pinning", { answer: "unknown", command: "numactl --show" }),
    question("driver", { answer: "value" }),
    question("link-full", { answer: "no" }),
    question("errors", { answer: "yes", command: "dmesg" }),
    question("bios-version", { answer: "value" }),
    question("array", { answer: "value", command: "lsblk" }),
    question("system", { answer: "unknown" }),
  ];
  const { first, answered, unknown } = inOrder(all);
  const keys = (questions: typeof all) => questions.map(({ key }) => key).join(" ");
  expect(keys(first)).toBe("slot-width numa-pinning driver link-full errors");
  expect(keys(answered)).toBe("bios-version");
  expect(keys(unknown)).toBe("array system");
});
