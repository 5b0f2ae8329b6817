/** Charts whose rows have their name above the bars: sizes in pixels down, percent of the plot's width across. */

export const NAME_LINE = 18;
export const BAR = 12;
const GAP_BETWEEN_BARS = 3;
const GAP_BETWEEN_ROWS = 12;
const AXIS = 26;
const TOP = 4;

export interface RowLayout {
  height: number;
  /** Bottom of the last row: where the axis stands. */
  axisY: number;
  /** Baseline of a row's name. */
  nameY: (row: number) => number;
  /** Top of one bar of a row. */
  barY: (row: number, bar: number) => number;
}

export function rowLayout(rows: number, barsPerRow: number): RowLayout {
  const rowHeight = NAME_LINE + barsPerRow * (BAR + GAP_BETWEEN_BARS) + GAP_BETWEEN_ROWS;
  const axisY = TOP + rows * rowHeight;
  return {
    height: axisY + AXIS,
    axisY,
    nameY: (row) => TOP + row * rowHeight + NAME_LINE - 5,
    barY: (row, bar) => TOP + row * rowHeight + NAME_LINE + bar * (BAR + GAP_BETWEEN_BARS),
  };
}

/** An SVG length: a share of the plot's width. */
export function across(share: number): string {
  return `${Math.round(share * 1e5) / 1e3}%`;
}
