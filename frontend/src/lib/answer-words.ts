/** What runs are found by of their answers, in words: kinds of verdict, limits, doubts, findings. */
import { t } from "@lingui/core/macro";
import { ANSWER_KEYS, RULE_TITLES, VERDICTS } from "@/api/vocabulary.gen";
import { valueInWords } from "@/lib/filter";

const DECLARED = new Map<string, { title: string; nothing: string; isAxis: boolean }>(
  Object.entries(ANSWER_KEYS),
);
const WORDS = new Map<string, string>(Object.entries({ ...RULE_TITLES, ...VERDICTS }));

/** Such keys, in the order of menus. */
export const ANSWER_TITLES: Readonly<Record<string, string>> = Object.fromEntries(
  [...DECLARED].map(([key, { title }]) => [key, title]),
);

/** Those that a chart can have on an axis. */
export const ANSWER_AXES = [...DECLARED]
  .filter(([, { isAxis }]) => isAxis)
  .map(([value, { title }]) => ({ value, label: title }));

export function isOfAnswers(key: string): boolean {
  return DECLARED.has(key);
}

/** A value of such a key as a filter has it: "the narrowest link of the path", "not unexplained", "nothing found". */
export function answerInWords(key: string, value: string): string {
  if (value === "") return DECLARED.get(key)?.nothing ?? valueInWords(value);
  if (value === "!") return valueInWords(value);
  if (value.startsWith("!")) return t`not ${{ key: answerInWords(key, value.slice(1)) }}`;
  return WORDS.get(value) ?? value;
}

/** What held a run back: "limit: the narrowest link of the path", or the kind of its verdict. */
export function verdictInWords(verdict: string): string {
  const isKind = Object.hasOwn(VERDICTS, verdict);
  return isKind
    ? answerInWords("verdict", verdict)
    : t`limit: ${{ answerInWords: answerInWords("limit", verdict) }}`;
}
