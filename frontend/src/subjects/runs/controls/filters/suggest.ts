/** What the search box offers while a filter is typed: keys first, then values of the key before the "=". */
import { plural } from "@lingui/core/macro";
import type { Facet } from "@/api/types";
import { answerInWords, isOfAnswers } from "@/lib/answer-words";
import { type FactorShape, factorOf, filterValue, formatOptions } from "@/lib/factor";

export interface Suggestion {
  /** The whole text of the box after it was chosen. */
  text: string;
  /** What is shown. */
  label: string;
  /** Said beside it in grey. */
  hint: string;
}

export interface SuggestedFacet {
  key: string;
  title: string;
  values: readonly { text: string; label: string; runs: number }[];
}

/** Names a value of a facet as it is declared, with its unit, so that no two have the same name. */
export function wordsOfValues(facet: Facet, declared: readonly FactorShape[]): readonly string[] {
  const values = facet.values.map(({ value }) => value);
  if (isOfAnswers(facet.key)) return values.map((value) => answerInWords(facet.key, String(value)));
  return formatOptions(factorOf(declared, facet.key) ?? { ...facet, unit: null }, values);
}

export function toSuggested(facet: Facet, declared: readonly FactorShape[]): SuggestedFacet {
  const words = wordsOfValues(facet, declared);
  return {
    key: facet.key,
    title: facet.title,
    values: facet.values.map(({ value, runs }, i) => ({
      text: filterValue(value),
      label: words[i] ?? "",
      runs,
    })),
  };
}

const MAX_SUGGESTIONS = 8;

interface Typed {
  /** What stands before the last word. */
  before: string;
  word: string;
  /** Of a word with an "=": the key before it, the sign and the part of a value behind it. */
  value: { key: string; sign: "" | "!"; part: string } | null;
}

/** The last word of the text. */
export function lastWord(text: string): Typed {
  const start = text.search(/(?:[^\s"]|"[^"]*"?)*$/);
  const before = text.slice(0, start);
  const word = text.slice(start);
  const split = word.indexOf("=");
  if (split < 0) return { before, word, value: null };
  const typed = word.slice(split + 1).replaceAll('"', "");
  const sign = typed.startsWith("!") ? "!" : "";
  return { before, word, value: { key: word.slice(0, split), sign, part: typed.slice(sign.length) } };
}

/** Suggestions for the last word of the text; none while it is empty or a word to search for matches no key. */
export function suggest(text: string, facets: readonly SuggestedFacet[]): Suggestion[] {
  const { before, word, value: typed } = lastWord(text);
  if (typed === null) {
    if (word === "") return [];
    const wanted = word.toLowerCase();
    return facets
      .filter(({ key, title }) => key.includes(wanted) || title.toLowerCase().includes(wanted))
      .toSorted((a, b) => Number(b.key.startsWith(wanted)) - Number(a.key.startsWith(wanted)))
      .slice(0, MAX_SUGGESTIONS)
      .map(({ key, title }) => ({ text: `${before}${key}=`, label: `${key}=`, hint: title }));
  }
  const facet = facets.find(({ key }) => key === typed.key);
  if (facet === undefined) return [];
  const { sign } = typed;
  const wanted = typed.part.toLowerCase();
  return facet.values
    .filter(
      (value) => value.text.toLowerCase().includes(wanted) || value.label.toLowerCase().includes(wanted),
    )
    .slice(0, MAX_SUGGESTIONS)
    .map(({ text, label, runs }) => ({
      text: `${before}${facet.key}=${quoted(sign + text)} `,
      label: `${facet.key}=${sign}${label}`,
      hint: plural(runs, { one: "1 run", other: `${runs} runs` }),
    }));
}

function quoted(value: string): string {
  return /[\s"]/.test(value) ? `"${value.replaceAll('"', "")}"` : value;
}
