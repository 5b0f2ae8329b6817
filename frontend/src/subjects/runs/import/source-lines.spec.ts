import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeText,
  foldOf,
  indexLines,
  lineOfRow,
  MAX_SHOWN,
  rowCount,
  rowOfLine,
  runOfLine,
} from "@/subjects/runs/import/source-lines";

test("lines are those of an editor: a newline ends one, a carriage return does not", () => {
  const text = "a\r\nb\rc\n\nlast";
  const lines = indexLines(text);
  expect(Array.from({ length: lines.count }, (_, i) => lines.line(i + 1).text)).toEqual([
    "a",
    "b\rc",
    "",
    "last",
  ]);
  expect(indexLines("one\n").count).toBe(1);
  expect(indexLines("").count).toBe(0);
});

test("every line of any text is found at its number", () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[^\n\r]{0,12}$/), { minLength: 1, maxLength: 3000 }),
      (expected) => {
        const lines = indexLines(`${expected.join("\n")}\n`);
        expect(lines.count).toBe(expected.length);
        expect(expected.map((_, i) => lines.line(i + 1).text)).toEqual(expected);
      },
    ),
    { numRuns: 30 },
  );
});

test("a line of megabytes is cut and says by how much", () => {
  const lines = indexLines(`{${"x".repeat(2_000_000)}\nnext`);
  expect(lines.line(1)).toEqual({ text: `{${"x".repeat(MAX_SHOWN - 1)}`, hidden: 2_000_001 - MAX_SHOWN });
  expect(lines.line(2).text).toBe("next");
});

test("text of Windows redirections is read as such", () => {
  const utf16 = (text: string, mark: boolean) =>
    new Uint8Array([...(mark ? [0xff, 0xfe] : []), ...Array.from(text, (c) => [c.charCodeAt(0), 0]).flat()]);
  expect(decodeText(utf16("fio-3.33", true))).toBe("fio-3.33");
  expect(decodeText(utf16("fio-3.33", false))).toBe("fio-3.33");
  expect(decodeText(new TextEncoder().encode("\ufeffµs"))).toBe("µs");
});

test("one document is folded to its head and foot, text for people never", () => {
  expect(foldOf("fio_json", [{ first: 1, last: 300 }], 300)).toEqual({ first: 11, last: 294 });
  expect(foldOf("fio_json", [{ first: 5, last: 40 }], 300)).toBeNull();
  expect(foldOf("fio_text", [{ first: 1, last: 300 }], 300)).toBeNull();
  expect(
    foldOf(
      "fio_json",
      [
        { first: 1, last: 150 },
        { first: 151, last: 300 },
      ],
      300,
    ),
  ).toBeNull();
  expect(foldOf("fio_json", [null], 300)).toBeNull();
});

test("rows and lines are each other's inverse, with and without a fold", () => {
  for (const fold of [null, { first: 11, last: 294 }]) {
    const rows = Array.from({ length: rowCount(300, fold) }, (_, row) => row);
    const lines = rows.map((row) => lineOfRow(row, fold));
    expect(lines.at(0)).toBe(1);
    expect(lines.at(-1)).toBe(300);
    for (const row of rows) {
      const line = lineOfRow(row, fold);
      if (line !== null) expect(rowOfLine(line, fold)).toBe(row);
    }
    expect(lines.filter((line) => line === null)).toHaveLength(fold === null ? 0 : 1);
  }
  expect(rowOfLine(11, { first: 11, last: 294 })).toBeNull();
  expect(rowOfLine(294, { first: 11, last: 294 })).toBeNull();
  expect(rowOfLine(295, { first: 11, last: 294 })).toBe(11);
});

test("a line belongs to the run around it", () => {
  const runs = [{ first: 3, last: 9 }, null, { first: 12, last: 20 }];
  expect([2, 3, 9, 10, 12, 20, 21].map((line) => runOfLine(line, runs))).toEqual([
    null,
    0,
    0,
    null,
    2,
    2,
    null,
  ]);
});
