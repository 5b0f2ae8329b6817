/** What happened when, in a chart over days: upright lines, and how their words share the room. Pure. */
import { t } from "@lingui/core/macro";

/** A person's note; something recorded of a machine that changed; a step in the figures. */
export type AnnotationKind = "note" | "changed" | "step";

export interface Annotation {
  /** Milliseconds since 1970. */
  x: number;
  /** End of a span, in ms; null = a moment. */
  until: number | null;
  kind: AnnotationKind;
  text: string;
  /** What stands in the drawing where the text has no room. */
  short?: string;
}

/** The plot, in pixels. */
export interface Room {
  x: number;
  width: number;
}

export interface DrawnLine extends Annotation {
  left: number;
  /** Where a span ends, at most the end of the plot; a moment's own place. */
  right: number;
}

/** A word beside one line, or one for several that stand too close for a word each. */
export interface DrawnWord {
  x: number;
  anchor: "start" | "end";
  text: string;
  /** All that it stands for. */
  full: readonly string[];
}

/** Lines nearer to each other than this share a word, in pixels. */
const MIN_ROOM = 72;
/** Between a line and its word: a flag has room there. */
const GAP = 11;
/** Of the words' 11 px, on the average. */
const CHARACTER = 6;

const SEVERAL: Record<AnnotationKind, string> = { note: t`notes`, changed: t`changes`, step: t`steps` };

/** The lines within the plot and the words above them, from left to right; no two words lie over each other. */
export function placeAnnotations(
  annotations: readonly Annotation[],
  place: (x: number) => number | undefined,
  room: Room,
): { lines: DrawnLine[]; words: DrawnWord[] } {
  const end = room.x + room.width;
  const lines = annotations
    .flatMap((one): DrawnLine[] => {
      const from = place(one.x);
      const to = one.until === null ? from : place(one.until);
      if (from === undefined || to === undefined || to < room.x || from > end) return [];
      return [{ ...one, left: Math.max(from, room.x), right: Math.min(to, end) }];
    })
    .toSorted((a, b) => a.left - b.left || a.x - b.x);
  const groups = grouped(lines, end);
  let taken = room.x;
  const words = groups.flatMap((group, i): DrawnWord[] => {
    const [first] = group;
    if (first === undefined) return [];
    const isLeft = isAtEnd(first, end);
    const next = groups[i + 1]?.[0];
    const limit = next === undefined ? end : next.left - GAP - (isAtEnd(next, end) ? MIN_ROOM : 0);
    const space = isLeft ? first.left - GAP - taken : limit - (first.left + GAP);
    const characters = Math.floor(space / CHARACTER);
    const text = cut(wordOf(group, characters), characters);
    const x = isLeft ? first.left - GAP : first.left + GAP;
    taken = x + text.length * CHARACTER;
    return [{ x, anchor: isLeft ? "end" : "start", text, full: group.map((line) => line.text) }];
  });
  return { lines, words };
}

/** Bounds of the time axis: what stands shortly before the first run or after the last one is drawn, too. */
export function reachOf(low: number, high: number, annotations: readonly Annotation[]): [number, number] {
  const margin = (high - low) * 0.15;
  const near = annotations
    .flatMap(({ x, until }) => [x, until ?? x])
    .filter((x) => x >= low - margin && x <= high + margin);
  return [Math.min(low, ...near), Math.max(high, ...near)];
}

/** Those that an axis from one moment to another holds a part of. */
export function annotationsWithin(
  annotations: readonly Annotation[],
  low: number,
  high: number,
): readonly Annotation[] {
  return annotations.filter(({ x, until }) => (until ?? x) >= low && x <= high);
}

function wordOf(group: readonly DrawnLine[], characters: number): string {
  const [first] = group;
  if (first === undefined) return "";
  if (group.length === 1) return fitting(first, characters);
  const isAlike = group.every(({ kind }) => kind === first.kind);
  return `${group.length} ${isAlike ? SEVERAL[first.kind] : t`marks`}`;
}

/** Near the right end a word stands before its line. */
function isAtEnd(line: DrawnLine, end: number): boolean {
  return end - line.left < MIN_ROOM;
}

/** Those that stand too close for a word each; the last word needs room before its line. */
function grouped(lines: readonly DrawnLine[], end: number): DrawnLine[][] {
  const groups: DrawnLine[][] = [];
  for (const line of lines) {
    const group = groups.at(-1);
    const least = isAtEnd(line, end) ? 2 * MIN_ROOM : MIN_ROOM;
    if (group?.[0] !== undefined && line.left - group[0].left < least) group.push(line);
    else groups.push([line]);
  }
  return groups;
}

/** The text where it has the room, else what stands for it. */
export function fitting(
  { text, short = text }: Pick<Annotation, "text" | "short">,
  characters: number,
): string {
  return text.length <= characters ? text : short;
}

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters - 1).trimEnd()}…`;
}
