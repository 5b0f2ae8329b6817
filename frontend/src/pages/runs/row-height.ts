/** How high each row of the history is: known before it is drawn, so that nothing moves. */
import { sweptBriefly } from "@/lib/workload";
import type { RunRow } from "@/pages/runs/rows";
import { type Chip, chipsOf, countNameLines, isWrapping } from "@/pages/runs/run-name";

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
}

/** Chips and height of a row where the column of names is so wide, or on a phone; each row is looked at once. */
export function measured(nameWidth: number, isCards: boolean): (row: RunRow) => Measured {
  const known = new WeakMap<RunRow, Measured>();
  return (row) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const chips = chipsOf(row);
    const figures = Math.max(1, row.fold?.spans.slice(0, 2).length ?? row.lines.length);
    const lines = isCards || nameWidth <= 0 ? 1 : countNameLines(row, nameWidth - PADDING_PX);
    const height = isCards
      ? CARD_PX + Math.max(chips.length === 0 ? 0 : 1, 2 * (figures - 1)) * MORE_LINES_PX
      : ONE_LINE_PX +
        (Math.max(figures, countWorkloadLines(row), namingLines(row, chips, lines, nameWidth)) - 1) *
          MORE_LINES_PX;
    const made = { chips, lines, height };
    known.set(row, made);
    return made;
  };
}

function countWorkloadLines({ fold, run: { results } }: RunRow): number {
  const [result] = results;
  return fold === null || result === undefined ? 1 : Math.max(1, sweptBriefly(fold.swept, result).length);
}

/** Names and chips below each other are as high as two lines of figures. */
function namingLines(row: RunRow, chips: readonly Chip[], lines: number, nameWidth: number): number {
  if (lines > 1) return chips.length === 0 ? lines : lines + 1;
  return nameWidth > 0 && isWrapping(row, chips, nameWidth - PADDING_PX) ? 2 : 1;
}
