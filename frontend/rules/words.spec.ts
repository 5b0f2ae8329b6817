/** Words that readers stumbled over do not come back. docs/glossary.md has those that are meant. */
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files";

/** What stood on pages, and what is said instead. */
const WORDS: [word: RegExp, instead: string][] = [
  [/\brcvd\b/i, "received"],
  [/\b(un)?tick(ed|ing)\b/i, "selected; a box is checked"],
  [/\bTick (the|another|a)\b/, "Select"],
  [/field for field/i, "what differs, or that nothing does"],
  [/(word|tone|>|")\s*:?\s*"Check"/, "what is the matter"],
  [/>\s*OK\s*</, "Done"],
  [/name: "Rated"|"Of rated"|% of rated\b/, "by whom it is rated"],
  [/fio (measured|gave)\b/, "the tool's name, or none"],
  [/["'`>]Os["'`<]/, "Operating system"],
  [/\bUntick\b/, "Clear"],
];

/** What stood in the code; `found` and `said` as names are refused by the linter (.oxlintrc.json). */
const NAMES: [name: RegExp, instead: string][] = [
  [/\b(MOST|LONGEST|LARGEST)_[A-Z]/, "MAX_"],
  [/\b(LEAST|FEWEST)_[A-Z]/, "MIN_"],
  [/\bvalidateSearch: \(?(\w+)[^=]*\)? => \1\b/, "the page's address (lib/address.ts)"],
];

function faultsOf(text: string): string[] {
  return [...WORDS, ...NAMES]
    .filter(([word]) => word.test(text))
    .map(([word, instead]) => `${word.source}: say ${instead}`);
}

test("no page says a word that readers stumbled over", () => {
  const files = sourceFiles("{src,e2e}/**/*.{ts,tsx,css}").filter(({ path }) => !path.endsWith(".gen.ts"));
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap(({ path, text }) => faultsOf(text).map((fault) => `${path}: ${fault}`))).toEqual([]);
});

test.each([
  "<span>rcvd</span>",
  "2 ticked",
  '"Tick the row"',
  "An earlier inventory again, field for field.",
  'word: "Check"',
  "<Badge>OK</Badge>",
  '{ name: "Rated" }',
  "fio measured 9.47 GB/s",
  'title="Os"',
  'aria-label="Untick all"',
  "const MOST_ROWS = 4;",
  "const FEWEST_RUNS = 3;",
  "const search = { validateSearch: (record: SearchRecord): SearchRecord => record };",
])("a sentence with such a word is found: %s", (text) => {
  expect(faultsOf(text)).not.toEqual([]);
});
