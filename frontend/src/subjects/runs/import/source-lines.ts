/**
 * The lines of a source, numbered as the service's readers number them (only a newline ends a line), and which of
 * them are shown. Lines are found by offset, never copied: a 60 MB log has three million of them.
 */

export interface SourceLines {
  count: number;
  /** From 1. Cut at MAX_SHOWN characters, with how many were left out. */
  line: (number: number) => { text: string; hidden: number };
}

/** Characters of a line that are drawn: a JSON document may be one line of megabytes. */
export const MAX_SHOWN = 1000;

export function indexLines(text: string): SourceLines {
  let starts = new Uint32Array(1024);
  let count = 0;
  for (let start = 0; start < text.length; ) {
    if (count === starts.length) {
      const grown = new Uint32Array(starts.length * 2);
      grown.set(starts);
      starts = grown;
    }
    starts[count] = start;
    count += 1;
    const end = text.indexOf("\n", start);
    if (end === -1) break;
    start = end + 1;
  }
  return {
    count,
    line: (number) => {
      const start = starts[number - 1] ?? 0;
      const end = number < count ? (starts[number] ?? 0) - 1 : text.length - (text.endsWith("\n") ? 1 : 0);
      const shown = Math.min(end, start + MAX_SHOWN);
      return { text: text.slice(start, shown).replace(/\r$/, ""), hidden: end - shown };
    },
  };
}

/** Bytes as text, as the service reads them: UTF-8 with or without mark, UTF-16 of a Windows redirection. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const sample = bytes.subarray(0, 512);
  if (sample.length < 8 || bytes.length % 2 === 1) return "utf-8";
  // ASCII in UTF-16 has a NUL at every second place, and no other.
  const zeros = [0, 0];
  sample.forEach((byte, i) => {
    if (byte === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const most = (0.9 * sample.length) / 2;
  if (odd > most && even === 0) return "utf-16le";
  if (even > most && odd === 0) return "utf-16be";
  return "utf-8";
}

const cache = new WeakMap<Blob, Promise<SourceLines>>();

/** The lines of some bytes, found once however often they are asked for. */
export function linesOf(content: Blob): Promise<SourceLines> {
  const known = cache.get(content);
  if (known !== undefined) return known;
  const lines = content.arrayBuffer().then((buffer) => indexLines(decodeText(new Uint8Array(buffer))));
  cache.set(content, lines);
  return lines;
}

export interface LineRange {
  first: number;
  last: number;
}

const HEAD = 10;
const TAIL = 6;
/** Folding fewer lines than this would hide more than it helps. */
const WORTH_FOLDING = 60;

/**
 * The lines left out of a source that is one document: its head and foot say what it is, its middle is data. Text for
 * people is never folded.
 */
export function foldOf(
  kind: string,
  runs: readonly (LineRange | null)[],
  lineCount: number,
): LineRange | null {
  const [only, ...others] = runs;
  if (kind === "fio_text" || only === undefined || only === null || others.length > 0) return null;
  const fold = { first: only.first + HEAD, last: Math.min(only.last, lineCount) - TAIL };
  return fold.last - fold.first >= WORTH_FOLDING ? fold : null;
}

/** Rows of the view: every line, or one row standing for all folded lines. Rows count from 0, lines from 1. */
export function rowCount(lineCount: number, fold: LineRange | null): number {
  return fold === null ? lineCount : lineCount - (fold.last - fold.first);
}

/** Null for the row that stands for the folded lines. */
export function lineOfRow(row: number, fold: LineRange | null): number | null {
  const line = row + 1;
  if (fold === null || line < fold.first) return line;
  return line === fold.first ? null : line + fold.last - fold.first;
}

/** Place of a line; a folded one has none. */
export function rowOfLine(line: number, fold: LineRange | null): number | null {
  if (fold === null || line < fold.first) return line - 1;
  return line <= fold.last ? null : line - 1 - (fold.last - fold.first);
}

/** Index of the run that a line belongs to, or null. */
export function runOfLine(line: number, runs: readonly (LineRange | null)[]): number | null {
  const index = runs.findIndex((run) => run !== null && run.first <= line && line <= run.last);
  return index === -1 ? null : index;
}
