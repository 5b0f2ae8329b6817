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

/** What stood in messages: comments of the program may say it. */
const MESSAGES: [word: RegExp, instead: string][] = [
  [/\btold\b|\b(cannot|not) tell\b|\btells (it|of|something)\b/, "unknown, not reported, or what reports it"],
  [/\bheld against\b/, "compared with"],
  [
    /\bstands? (behind|here|there|in it|by themselves|first|out)\b|\bput down to\b/,
    "what is shown or listed, or an outlier",
  ],
  [/\bwaits? for somebody\b/, "open"],
  // A translator reads the name alone: {rest}, {rest2}.
  [/\{(rest|[a-zA-Z_]+\d)[,}]/, "what the value is"],
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

/** Messages of a catalogue, as they are in the program. */
function messagesOf(catalogue: string): string[] {
  return Array.from(catalogue.matchAll(/^msgid (?:"")?((?:\n?".*")+)/gm), ([, text = ""]) =>
    text.replaceAll(/"\n?"?/g, ""),
  );
}

function messageFaults(message: string): string[] {
  return MESSAGES.filter(([word]) => word.test(message)).map(([, instead]) => `${message}: say ${instead}`);
}

test("no message is a riddle, and each value has a name that says what it is", () => {
  const messages = sourceFiles("i18n/en/*.po").flatMap(({ text }) => messagesOf(text));
  expect(messages.length).toBeGreaterThan(2000);
  expect(messages.flatMap(messageFaults)).toEqual([]);
});

test.each([
  "not told",
  "this side did not tell",
  "the baseline it was held against",
  "the figures that stand behind it",
  "6 changes wait for somebody",
  "{drives} drives{rest}",
  "{of} of {rest2}",
])("a message of that kind is found: %s", (message) => {
  expect(messageFaults(message)).not.toEqual([]);
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
