import { transform } from "@lingui/native-tools";
import { expect, test } from "vitest";
import { type Language, writeMessages } from "./inline";
import { pseudoText } from "./pseudo";

const ENGLISH: Language = { locale: "en", translate: (_, message) => message };
const MACROS = `import { plural, t } from "@lingui/core/macro"; import { Plural, Trans } from "@lingui/react/macro";\n`;

/** A module as the build leaves it, without its imports and in one line. */
async function build(code: string, language = ENGLISH): Promise<string> {
  const read = await transform(MACROS + code, "a.tsx", { macro: { descriptorFields: "all" } });
  return writeMessages(read.code, language)
    .code.replace(/^(import .*\n|\n)*/, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** A language of one message. */
const inPolish = (text: string): Language => ({ locale: "pl", translate: () => text });

test.each([
  ["a(t`Compare runs`)", 'a("Compare runs");'],
  ["a(t`${{ count: n + 1 }} of ${host}`)", "a(`${n + 1} of ${host}`);"],
  [
    "a(plural(n, { one: '# run', other: '# runs' }))",
    "a(((n) === 1 ? `${formatCount_(n)} run` : `${formatCount_(n)} runs`));",
  ],
  ['a(t`${{ rest: b ? t`inner ${c}` : "" }}.`)', 'a(`${b ? `inner ${c}` : ""}.`);'],
  ["a(<p><Trans>Save</Trans></p>)", 'a(<p>{"Save"}</p>);'],
  ["a(<Trans>Save</Trans>)", 'a("Save");'],
  [
    'a(<p><Trans>See <Link to="/x">{name}</Link> and <Icon /></Trans></p>)',
    'a(<p>{"See "}<Link to="/x">{name}</Link>{" and "}<Icon/></p>);',
  ],
  [
    'a(<p><Trans><Plural value={n} one="# run" other="# runs" /> <b>left</b></Trans></p>)',
    'a(<p>{((n) === 1 ? `${formatCount_(n)} run` : `${formatCount_(n)} runs`)}{" "}<b>{"left"}</b></p>);',
  ],
])("in English a message is what the program would say without it: %s", async (code, expected) => {
  expect(await build(code)).toBe(expected);
});

test("another language has its own order and its own plural forms", async () => {
  const moved = inPolish("<0>{name}</0>: zobacz");
  expect(await build("a(<p><Trans>See <b>{name}</b></Trans></p>)", moved)).toBe(
    'a(<p><b>{name}</b>{": zobacz"}</p>);',
  );
  const forms = inPolish("{n, plural, one {# test} few {# testy} other {# testów}}");
  expect(await build("a(plural(n, { one: '# run', other: '# runs' }))", forms)).toBe(
    'a(({ "one": `${formatCount_(n)} test`, "few": `${formatCount_(n)} testy`, "other": `${formatCount_(n)} testów` }' +
      '[new Intl.PluralRules("pl").select(n)] ?? `${formatCount_(n)} testów`));',
  );
  await expect(build("a(t`See ${name}`)", inPolish("Zobacz {nazwa}"))).rejects.toThrow("has no value nazwa");
});

test("the pseudo language is a third longer and keeps values and elements", async () => {
  const pseudo = { ...ENGLISH, isPseudo: true };
  expect(await build("a(t`Runs of ${host}`)", pseudo)).toBe("a(`Ŕúúñš óóƒ ${host}`);");
  const sentence = "Checked every 30 s, from the last inventory; the drive may have changed since.";
  expect(pseudoText(sentence).length / sentence.length).toBeCloseTo(1.35, 2);
});
