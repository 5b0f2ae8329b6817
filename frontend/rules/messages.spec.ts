/** What a person can read stands in the catalogues: nothing is written beside them, and each folder has one. */
import { expect, test } from "vitest";
import { SUBJECTS } from "../i18n/subjects";
import { findReadable } from "./readable-text";
import { sourceFiles } from "./source-files";

/** Names of products, which no language translates. */
const NAMED = ["src/subjects/accounts/account/browser-name.ts"];

const sources = sourceFiles("src/**/*.{ts,tsx}").filter(
  ({ path }) => !/\.(spec|gen)\.|^src\/test\//.test(path) && !NAMED.includes(path),
);

test("every text that a person can read is a message", { timeout: 60_000 }, () => {
  expect(sources.length).toBeGreaterThan(300);
  const found = sources.flatMap(({ path, text }) =>
    findReadable(path, text).map((one) => `${path}:${one.line}: ${one.text}`),
  );
  expect(found, "write t`…` or <Trans>…</Trans>, then npm run messages").toEqual([]);
});

test.each([
  ["<p>Compare runs</p>", "Compare runs"],
  ["<p>{count} runs</p>", "runs"],
  ['<Card title="unknown" />', "unknown"],
  ['<Button aria-label={isOpen ? "Close the list" : undefined} />', "Close the list"],
  ["const title = `${count} runs of ${host}`;", "… runs of …"],
  ['const WORDS = { better: "Better" };', "Better"],
  ['if (rows.length === 0) throw new Refusal("No run matches.");', "No run matches."],
  ["<Trans>See <Card title='All runs' /></Trans>", "All runs"],
  ['t`${{ rest: isLast ? "the last one" : "" }} of all`', "the last one"],
])("a text beside the catalogues is found: %s", (code, text) => {
  expect(findReadable("src/pages/A.tsx", code)).toEqual([{ line: 1, text }]);
});

test.each([
  "<p><Trans>Compare <b>runs</b></Trans></p>",
  "<Card title={t`Compare runs`} />",
  'plural(count, { one: "# run", other: "# runs" })',
  '<Plural value={count} one="# run" other="# runs" />',
  '<p className="two words">{count} MB/s</p>',
  'const command = verdict === "not enough" ? null : <code>fio writes the file</code>;',
  'export type Kind = "two words";',
])("what is no text, or stands in a message, is not: %s", (code) => {
  expect(findReadable("src/pages/A.tsx", code)).toEqual([]);
});

test("each message is in one catalogue", () => {
  const folders = Object.values(SUBJECTS).flat();
  const lost = sources
    .filter(
      ({ path, text }) => text.includes("@lingui/") && !folders.some((one) => path.startsWith(`src/${one}/`)),
    )
    .map(({ path }) => path);
  expect(lost).toEqual([]);
  expect(new Set(folders).size).toBe(folders.length);
});
