/** What changed between the runs of a chart over time, as its marks and in words. Pure. */
import type { SeriesAnswer } from "@/api/types";
import type { Annotation } from "@/charts/annotation-model";
import { withinSentence } from "@/lib/format";
import { factText } from "@/subjects/watch/parts/watched-course";

export interface RecordedChange {
  /** Milliseconds since 1970: the start of the first run after it. */
  at: number;
  host: string;
  /** "Drive firmware 1.0 → 1.1, fan on → off". */
  text: string;
  /** "Drive firmware +1": what stands for it where room is short. */
  short: string;
}

/** One for each host and moment, the oldest first: what changed with the same run is one change. */
export function recordedChanges(answer: SeriesAnswer): RecordedChange[] {
  const moments = Map.groupBy(answer.changes ?? [], ({ at, host }) => `${at} ${host}`);
  return [...moments.values()].flatMap((together) => {
    const [first] = together;
    if (first === undefined) return [];
    const words = together.map(({ title, key, unit, before, after }, i) => {
      const name = i === 0 ? title : withinSentence(title);
      return `${name} ${factText(before, unit, key)} → ${factText(after, unit, key)}`;
    });
    const short = together.length > 1 ? `${first.title} +${together.length - 1}` : first.title;
    return [{ at: Date.parse(first.at), host: first.host, text: words.join(", "), short }];
  });
}

/** As marks; where runs of several hosts are drawn each says whose it is. */
export function recordedAnnotations(changes: readonly RecordedChange[], isOfSeveral: boolean): Annotation[] {
  return changes.map(
    ({ at, host, text, short }): Annotation => ({
      x: at,
      until: null,
      kind: "changed",
      text: isOfSeveral ? `${host}: ${text}` : text,
      short,
    }),
  );
}

/** An inventory is sent within a day of the run that tells the same. */
const SAME_MS = 24 * 3_600_000;

/** Whether runs of the chart already tell of a change that a host's timeline has. */
export function isRecorded(changes: readonly RecordedChange[], host: string, at: number): boolean {
  return changes.some((one) => one.host === host && Math.abs(one.at - at) <= SAME_MS);
}
