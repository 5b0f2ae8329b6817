/** Words of the support questionnaire that its answers do not bring along. */
import { plural, t } from "@lingui/core/macro";
import type { SupportQuestion } from "@/api/types";
import type { Tone } from "@/ui/Badge";

const ANSWER: Record<SupportQuestion["answer"], { word: string | null; tone: Tone }> = {
  yes: { word: t`Yes`, tone: "ok" },
  no: { word: t`No`, tone: "warn" },
  // The value says it.
  value: { word: null, tone: "plain" },
  unknown: { word: t`Unknown`, tone: "plain" },
};

/** Questions whose good answer is "no". */
const ASKS_FOR_FAULTS: ReadonlySet<string> = new Set(["errors"]);

/** Whether a part of the question is open. Shares from before that was said tell it by the command beside a value. */
const isPartial = ({ answer, command, is_partial }: Answered) =>
  answer !== "unknown" && (is_partial ?? (answer === "value" && command !== null));

type Answered = Pick<SupportQuestion, "key" | "answer" | "command" | "is_partial">;

/** The word of an answer and its colour; null beside a value that is all there is to say. An answer of which a part is
 * still open is known in part. */
export function answerInWords(question: Answered): { word: string | null; tone: Tone } {
  const { key, answer } = question;
  if (ASKS_FOR_FAULTS.has(key) && answer === "yes") return { word: t`Yes`, tone: "warn" };
  // What speaks against the machine is no less so where a part of it is open.
  if (isPartial(question) && (answer !== "no" || ASKS_FOR_FAULTS.has(key)))
    return { word: t`In part`, tone: "plain" };
  if (ASKS_FOR_FAULTS.has(key) && answer === "no") return { word: t`No`, tone: "ok" };
  return ANSWER[answer];
}

/** "6 of 14 questions answered from the host's data, 4 in part, 4 unknown". */
export function answeredInWords(questions: readonly SupportQuestion[]): string {
  const unknown = questions.filter(({ answer }) => answer === "unknown").length;
  const partial = questions.filter(isPartial).length;
  return [
    t`${{ count: questions.length - unknown - partial }} of ${plural({ questions: questions.length }, { one: "# question", other: "# questions" })} answered from the host's data`,
    ...(partial > 0 ? [t`${{ partial }} in part`] : []),
    ...(unknown > 0 ? [t`${{ unknown }} unknown`] : []),
  ].join(", ");
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
    answered: rest.filter((one) => one.answer !== "unknown" && !isPartial(one)),
    unknown: rest.filter((one) => one.answer === "unknown" || isPartial(one)),
  };
}
