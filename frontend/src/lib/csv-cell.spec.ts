import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { csvCell, plainText } from "@/lib/csv-cell";

const file = new URL("../../../backend/tests/data/csv-cells.json", import.meta.url);
// The service's own implementation is held to the same table.
const cases = JSON.parse(readFileSync(file, "utf8")) as { text: string; cell: string }[];

/** A field as a reader of RFC 4180 takes it. */
function read(field: string): string {
  return field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field;
}

test.each(cases)("a text that a spreadsheet would run gets an apostrophe: $text", ({ text, cell }) => {
  expect(plainText(text)).toBe(cell);
  expect(read(csvCell(text))).toBe(cell);
});

test("numbers stay numbers and unknown is empty", () => {
  expect([-1.5, 0, null].map(csvCell)).toEqual(["-1.5", "0", ""]);
});

test("a cell with a separator or a quote is quoted", () => {
  expect(csvCell('a "b", c')).toBe('"a ""b"", c"');
  expect(csvCell("=1,2")).toBe('"\'=1,2"');
});
