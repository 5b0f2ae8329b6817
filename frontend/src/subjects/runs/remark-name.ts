/** The stable name of a remark as words: "NotFinite" → "Not finite". The service's sentence says the rest. */
import { t } from "@lingui/core/macro";
import { sentenceCase } from "@/lib/format";

/** Names that do not become words by themselves. */
const WORDS: Readonly<Record<string, string>> = {
  BrokenLine: t`Damaged line`,
  GivenUp: t`Not read to the end`,
  LostResult: t`Missing result`,
  NoHead: t`The beginning of the output is missing`,
  NotUtf8: t`Not UTF-8`,
  Utf16: "UTF-16",
};

export function remarkInWords(error: string): string {
  const words = error.replaceAll(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return WORDS[error] ?? sentenceCase(words);
}
