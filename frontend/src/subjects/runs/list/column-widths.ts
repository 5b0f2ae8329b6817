/** How wide the columns of the history are: shares of what is left, or what somebody gave them in pixels. */
import type { CSSProperties } from "react";
import type { RunColumn } from "@/subjects/runs/list/columns";

export type Widths = Readonly<Record<string, number>>;

const SELECT_PX = 36;
/** Of its usual width, what a column keeps where room is short: a figure is never pushed off the screen. */
const MIN_SHARE = 0.6;

/** Of which screen the widths are asked, and what somebody chose. */
interface Sizing {
  widths: Widths;
  isMedium: boolean;
}

function usualOf({ widths: { wide, medium } }: RunColumn, isMedium: boolean): number {
  return isMedium ? (medium ?? wide) : wide;
}

function pixelsOf(column: RunColumn, { widths, isMedium }: Sizing, share: number): number {
  return widths[column.id] ?? usualOf(column, isMedium) * share;
}

function sumOf(columns: readonly RunColumn[], sizing: Sizing, share: number): number {
  return columns.reduce((sum, column) => sum + pixelsOf(column, sizing, share), SELECT_PX);
}

/** What all columns need side by side at least, in pixels: with less they are moved sideways, in their usual widths. */
export function leastWidth(columns: readonly RunColumn[], sizing: Sizing): number {
  return sumOf(columns, sizing, MIN_SHARE);
}

/** The columns with the places of those that stay while the others are moved. */
export function withPlaces(
  columns: readonly RunColumn[],
  pinned: readonly string[],
  sizing: Sizing,
): readonly RunColumn[] {
  let left = SELECT_PX;
  return columns.map((column) => {
    if (!pinned.includes(column.id)) return column;
    const placed = { ...column, left };
    left += pixelsOf(column, sizing, 1);
    return placed;
  });
}

/** Templates of the grid for each kind of screen, and how wide a table is that is moved sideways. */
export function columnStyle(
  columns: readonly RunColumn[],
  widths: Widths,
  isSideways: boolean,
): CSSProperties {
  const template = (isMedium: boolean) =>
    [
      `${SELECT_PX}px`,
      ...columns.map((column) => {
        const usual = usualOf(column, isMedium);
        const own = widths[column.id] ?? (isSideways ? usual : undefined);
        return own === undefined ? `minmax(${usual * MIN_SHARE}px, ${usual}fr)` : `${own}px`;
      }),
    ].join(" ");
  const narrow = columns.flatMap(({ widths: { narrow: px } }) =>
    px === undefined ? [] : [`minmax(${px * MIN_SHARE}px, ${px}fr)`],
  );
  // Custom properties are not in React's list of style names.
  return {
    "--columns": template(false),
    "--columns-medium": template(true),
    "--columns-narrow": [`${SELECT_PX}px`, ...narrow].join(" "),
    "--least": `${sumOf(columns, { widths, isMedium: false }, 1)}px`,
    "--least-medium": `${sumOf(columns, { widths, isMedium: true }, 1)}px`,
  } as CSSProperties;
}
