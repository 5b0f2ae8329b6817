/** Where the messages of the front end are collected; `npm run messages` writes the catalogues anew. */
import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { createSwcExtractor } from "@lingui/native-tools";
import { SUBJECTS } from "./i18n/subjects.ts";

export default defineConfig({
  locales: ["en"],
  sourceLocale: "en",
  catalogs: Object.entries(SUBJECTS).map(([subject, own]) => ({
    path: `<rootDir>/i18n/{locale}/${subject}`,
    include: own.map((folder) => `<rootDir>/src/${folder}`),
  })),
  extractors: [createSwcExtractor()],
  // No line numbers and no date: a catalogue changes with its messages alone.
  format: formatter({ lineNumbers: false, customHeaderAttributes: { "POT-Creation-Date": "" } }),
});
