/** Charts whose rows have their name above the bars: sizes in pixels down, percent of the plot's width across. */

export const NAME_LINE = 18;
export const BAR = 12;
const GAP_BETWEEN_BARS = 3;
const GAP_BETWEEN_ROWS = 12;
const AXIS = 26;
const TOP = 4;
/** Of a group's name, with the space above it. */
const HEADING = 30;

export interface RowLayout {
  height: number;
  /** Bottom of the last row: where the axis stands. */
  axisY: number;
  /** Rows that begin a group, and the baseline of its name. */
  headings: { row: number; title: string; y: number }[];
  /** Baseline of a row's name. */
  nameY: (row: number) => number;
  /** Top of one bar of a row. */
  barY: (row: number, bar: number) => number;
}

/** `groups`: the group of each row, "" for none; a group's name stands above its first row. */
export function rowLayout(groups: readonly string[], barsPerRow: number): RowLayout {
  const rowHeight = NAME_LINE + barsPerRow * (BAR + GAP_BETWEEN_BARS) + GAP_BETWEEN_ROWS;
  const begins = groups.map((title, row) => title !== "" && title !== groups[row - 1]);
  const headed = begins.map((_, row) => begins.slice(0, row + 1).filter(Boolean).length);
  const top = (row: number) => TOP + row * rowHeight + (headed[row] ?? 0) * HEADING;
  const axisY = TOP + groups.length * rowHeight + (headed.at(-1) ?? 0) * HEADING;
  return {
    height: axisY + AXIS,
    axisY,
    headings: groups.flatMap((title, row) =>
      begins[row] === true ? [{ row, title, y: top(row) - GAP_BETWEEN_ROWS + 4 }] : [],
    ),
    nameY: (row) => top(row) + NAME_LINE - 5,
    barY: (row, bar) => top(row) + NAME_LINE + bar * (BAR + GAP_BETWEEN_BARS),
  };
}

/** An SVG length: a share of the plot's width. */
export function across(share: number): string {
  return `${Math.round(share * 1e5) / 1e3}%`;
}
