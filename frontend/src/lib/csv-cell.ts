/**
 * What a spreadsheet does to a text it opens: some it takes for a formula, and runs.
 * backend/fioboard/core/spreadsheet.py does the same; backend/tests/data/csv-cells.json holds both to the same cases.
 */

/** RFC 4180. Unknown is empty, numbers stay numbers, a text that would be run gets an apostrophe in front. */
export function csvCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = plainText(value);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text, with an apostrophe in front where a spreadsheet would run it; NUL, which some stop at, is out. */
export function plainText(text: string): string {
  const shown = text.replaceAll("\0", "");
  return isRun(shown) ? `'${shown}` : shown;
}

function isRun(text: string): boolean {
  // These alone move what follows into a cell of its own.
  if (/^[\t\r\n]/.test(text)) return true;
  // Some skip whatever cannot be seen in front: spaces of every width, control and format characters.
  const first = /[^\p{Z}\p{C}]/u.exec(text)?.[0] ?? "";
  // ⁼, ＝, ﹦ and their like become the plain sign when a program normalises the text.
  return /^[=+\-@\u2212]/.test(first.normalize("NFKC"));
}
