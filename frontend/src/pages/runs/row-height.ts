/** How high each row of the history is: known before it is drawn, so that nothing moves. */
import type { RunRow } from "@/pages/runs/rows";
import { type Chip, chipsOf, isWrapping } from "@/pages/runs/run-name";

const ONE_LINE_PX = 36;
const MORE_LINES_PX = 20;
/** Left and right of a cell's words. */
const PADDING_PX = 16;

/** Name and result, host and workload. */
const CARD_PX = 58;

interface Measured {
  chips: readonly Chip[];
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
    const height = isCards
      ? CARD_PX + Math.max(chips.length === 0 ? 0 : 1, 2 * (figures - 1)) * MORE_LINES_PX
      : ONE_LINE_PX + (Math.max(figures, namingLines(row, chips, nameWidth)) - 1) * MORE_LINES_PX;
    const made = { chips, height };
    known.set(row, made);
    return made;
  };
}

/** Names and chips below each other are as high as two lines of figures. */
function namingLines(row: RunRow, chips: readonly Chip[], nameWidth: number): number {
  return nameWidth > 0 && isWrapping(row, chips, nameWidth - PADDING_PX) ? 2 : 1;
}
