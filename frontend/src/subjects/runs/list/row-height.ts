/** How high each row of the history is: known before it is drawn, so that nothing moves. */
import { sweptBriefly } from "@/lib/workload";
import type { RunRow } from "@/subjects/runs/list/rows";
import { type Chip, chipsOf, countNameLines, isWrapping } from "@/subjects/runs/list/run-name";
import { yardstickShare } from "@/subjects/runs/parts/answer/yardstick-share";

const ONE_LINE_PX = 36;
const MORE_LINES_PX = 20;
/** Left and right of a cell's words. */
const PADDING_PX = 16;

/** Name and result, host and workload. */
const CARD_PX = 58;

interface Measured {
  chips: readonly Chip[];
  /** Lines that the name takes: a long one has a second. */
  lines: number;
  height: number;
  /** As many as one line of a workload has; absent: as few as the narrowest has. */
  letters: number | undefined;
}

/** Of the columns that words are broken in, in pixels; 0: not known. */
export interface NamingWidths {
  run: number;
  workload: number;
}

/** Of a letter of a workload (13 px), on the wide side. */
const WORKLOAD_PX = 6.3;

/** Chips and height of a row where its columns are so wide, or on a phone; each row is looked at once. */
export function measured(
  { run: nameWidth, workload }: NamingWidths,
  isCards: boolean,
): (row: RunRow) => Measured {
  const letters = isCards || workload <= 0 ? undefined : Math.floor((workload - PADDING_PX) / WORKLOAD_PX);
  const known = new WeakMap<RunRow, Measured>();
  return (row) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const chips = chipsOf(row);
    const figures = Math.max(1, row.fold?.spans.slice(0, 2).length ?? row.lines.length);
    const lines = isCards || nameWidth <= 0 ? 1 : countNameLines(row, nameWidth - PADDING_PX);
    const height = isCards
      ? CARD_PX + Math.max(chips.length === 0 ? 0 : 1, figures - 1 + (hasShare(row) ? 1 : 0)) * MORE_LINES_PX
      : ONE_LINE_PX +
        (Math.max(figures, countWorkloadLines(row, letters), namingLines(row, chips, lines, nameWidth)) - 1) *
          MORE_LINES_PX;
    const made = { chips, lines, height, letters };
    known.set(row, made);
    return made;
  };
}

/** Whether a card has a line for how much of its yardstick was reached. */
function hasShare({ fold, run: { verdict }, lines: [result] }: RunRow): boolean {
  if (fold !== null) return fold.limit_shares !== null;
  return result !== undefined && yardstickShare({ ...result, verdict }) !== null;
}

function countWorkloadLines({ fold, run: { results } }: RunRow, letters: number | undefined): number {
  const [result] = results;
  return fold === null || result === undefined
    ? 1
    : Math.max(1, sweptBriefly(fold.swept, result, letters).length);
}

/** Names and chips below each other are as high as two lines of figures. */
function namingLines(row: RunRow, chips: readonly Chip[], lines: number, nameWidth: number): number {
  if (lines > 1) return chips.length === 0 ? lines : lines + 1;
  return nameWidth > 0 && isWrapping(row, chips, nameWidth - PADDING_PX) ? 2 : 1;
}
