/** Words of the support questionnaire that its answers do not bring along. */
import { plural, t } from "@lingui/core/macro";
import type { SupportQuestion } from "@/api/types";
import type { Tone } from "@/ui/Badge";

const ANSWER: Record<SupportQuestion["answer"], { word: string; tone: Tone }> = {
  yes: { word: t`Yes`, tone: "ok" },
  no: { word: t`No`, tone: "warn" },
  value: { word: t`Known`, tone: "plain" },
  unknown: { word: t`Unknown`, tone: "plain" },
};

/** Questions whose good answer is "no". */
const ASKS_FOR_FAULTS: ReadonlySet<string> = new Set(["errors"]);

/** The word of an answer and its colour; an answer of which a part is still open is known in part. */
export function answerInWords({
  key,
  answer,
  command,
}: Pick<SupportQuestion, "key" | "answer" | "command">): { word: string; tone: Tone } {
  if (ASKS_FOR_FAULTS.has(key) && answer === "yes") return { word: t`Yes`, tone: "warn" };
  if (ASKS_FOR_FAULTS.has(key) && answer === "no") return { word: t`No`, tone: "ok" };
  if (answer === "value" && command !== null) return { word: t`In part`, tone: "plain" };
  return ANSWER[answer];
}

/** "11 of 12 questions answered from the host's data; 1 unknown, with the command that answers it". */
export function answeredInWords(questions: readonly SupportQuestion[]): string {
  const unknown = questions.filter(({ answer }) => answer === "unknown");
  const answered = t`${{ count: questions.length - unknown.length }} of ${plural({ questions: questions.length }, { one: "# question", other: "# questions" })} answered from the host's data`;
  if (unknown.length === 0) return answered;
  const isHelped = unknown.every(({ command }) => command !== null);
  return isHelped
    ? t`${answered}; ${plural({ unknown: unknown.length }, { one: "# unknown, with the command that answers it", other: "# unknown, with the commands that answer them" })}`
    : t`${answered}; ${{ unknown: unknown.length }} unknown`;
}

/** So many are what every vendor asks: the slot, the node, the drivers. */
const ASKED_BY_ALL = 3;

/** What is shown at once, and what may be folded: answers, and what is unknown or in part. `asked`: keys of what stands
 * first; with none it is what every vendor asks. */
export function inOrder(
  questions: readonly SupportQuestion[],
  asked: readonly string[] = [],
): {
  first: SupportQuestion[];
  answered: SupportQuestion[];
  unknown: SupportQuestion[];
} {
  const isAsked = ({ key }: SupportQuestion, i: number) =>
    asked.length > 0 ? asked.includes(key) : i < ASKED_BY_ALL;
  const isFirst = (question: SupportQuestion, i: number) =>
    isAsked(question, i) || answerInWords(question).tone === "warn";
  const rest = questions.filter((question, i) => !isFirst(question, i));
  return {
    // What was asked before what speaks against the machine.
    first: [
      ...questions.filter(isAsked),
      ...questions.filter((one, i) => isFirst(one, i) && !isAsked(one, i)),
    ],
    answered: rest.filter(({ command, answer }) => command === null && answer !== "unknown"),
    unknown: rest.filter(({ command, answer }) => command !== null || answer === "unknown"),
  };
}
