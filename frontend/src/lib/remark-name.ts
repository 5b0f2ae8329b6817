/** The stable name of a remark as words: "NotFinite" → "Not finite". The service's sentence says the rest. */
import { sentenceCase } from "@/lib/format";

export function remarkInWords(error: string): string {
  const words = error.replaceAll(
    /([a-z])([A-Z])/g,
    (_, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return sentenceCase(words);
}
