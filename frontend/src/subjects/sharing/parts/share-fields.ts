import { SHARE_FIELDS } from "@/api/vocabulary.gen";

const TITLES: Readonly<Record<string, string>> = SHARE_FIELDS;

/** Names by which a share's sender shows or hides something, as the service calls them; a label by its key. */
export function fieldsInWords(fields: readonly string[]): string {
  return fields.map((field) => TITLES[field] ?? field.replace(/^label\./, "label ")).join("; ");
}
