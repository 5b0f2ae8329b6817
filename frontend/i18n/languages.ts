/** The language of a build: English is in the program, any other comes from its catalogues. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatter } from "@lingui/format-po";
import type { Language } from "./inline.ts";

const ENGLISH: Language = { locale: "en", translate: (_, message) => message };

/** Reads the language of `FIOBOARD_LANGUAGE`; `pseudo` is made of the English catalogues, and no build ships it. */
export async function readLanguage(name = "en"): Promise<Language> {
  if (name === "en") return ENGLISH;
  const isPseudo = name === "pseudo";
  const locale = isPseudo ? "en" : name;
  const texts = await readCatalogues(locale);
  return {
    locale,
    isPseudo,
    translate: (id, message) => {
      const text = texts.get(id);
      if (text === undefined) throw new Error(`no catalogue has "${message}": npm run messages`);
      return text === "" ? message : text;
    },
  };
}

async function readCatalogues(locale: string): Promise<Map<string, string>> {
  const folder = fileURLToPath(new URL(`${locale}/`, import.meta.url));
  const texts = new Map<string, string>();
  for (const file of globSync("*.po", { cwd: folder })) {
    const context = { locale, sourceLocale: "en", filename: file };
    const catalogue = await formatter().parse(readFileSync(folder + file, "utf8"), context);
    for (const [id, { translation = "" }] of Object.entries(catalogue)) texts.set(id, translation);
  }
  if (texts.size === 0) throw new Error(`there are no catalogues of ${locale}`);
  return texts;
}
