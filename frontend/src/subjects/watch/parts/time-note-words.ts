/** Notes on time in the words of the pages, and as marks of charts. Pure. */
import type { TimeNote } from "@/api/types";
import type { Annotation } from "@/charts/annotation-model";

/** The marks of a chart, the oldest first; where runs of several hosts are drawn each says whose it is. */
export function noteAnnotations(notes: readonly TimeNote[], isOfSeveral: boolean): Annotation[] {
  return notes
    .map((note): Annotation => {
      const whose = isOfSeveral && note.host !== null ? `${note.host.name}: ` : "";
      return {
        x: Date.parse(note.at),
        until: note.until === null ? null : Date.parse(note.until),
        kind: "note",
        text: `${whose}${note.text}`,
      };
    })
    .toSorted((a, b) => a.x - b.x);
}

/** People note times from memory: a day either side of two runs belongs to what was known between them. */
const LEEWAY_MS = 24 * 3_600_000;

/** What was noted between two moments, or within a day of them; the oldest first. */
export function notedThen(notes: readonly TimeNote[], from: string, to: string): TimeNote[] {
  const [low, high] = [Date.parse(from) - LEEWAY_MS, Date.parse(to) + LEEWAY_MS];
  return notes
    .filter(({ at, until }) => Date.parse(until ?? at) >= low && Date.parse(at) <= high)
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}
