/** What charts of named rows share: the axis below, the interval, text that stays readable over bars, and no rows. */

import { ChartFrame, type ChartFrameProps } from "@/charts/ChartFrame";
import { across, type RowLayout } from "@/charts/row-layout";

/** Said here and not by a stylesheet, which does not reach an exported picture. */
export const HALO = {
  fill: "var(--ink-2)",
  paintOrder: "stroke",
  stroke: "var(--panel)",
  strokeWidth: 4,
} as const;

/** Share of the axis, beyond which the middle of a figure has no room on a phone. */
const LAST = 0.8;

interface RowAxisProps {
  ticks: readonly { at: number; label: string }[];
  /** Where the axis stands. */
  y: number;
}

/** Grid lines through all rows, and their figures below. */
export function RowAxis({ ticks, y }: RowAxisProps) {
  return ticks.map(({ at, label }, i) => (
    <g key={label}>
      <line x1={across(at)} x2={across(at)} y1={0} y2={y} stroke="var(--grid)" />
      <text
        x={across(at)}
        y={y + 18}
        fill="var(--ink-3)"
        textAnchor={anchorOf(at)}
        {...(i === ticks.length - 2 && i > 0 ? { "data-before-last": "" } : {})}
      >
        {label}
      </text>
    </g>
  ));
}

/** Words at an end of the axis stay within it. */
function anchorOf(at: number): "start" | "middle" | "end" {
  return at === 0 ? "start" : at > LAST ? "end" : "middle";
}

/** Names of groups above their rows. */
export function RowHeadings({ headings }: Pick<RowLayout, "headings">) {
  return headings.map(({ row, title, y }) => (
    <text key={row} x={0} y={y} style={HALO} fontWeight={600}>
      {title}
    </text>
  ));
}

/** An interval with its end strokes. */
export function Whisker({ ends, y }: { ends: readonly [number, number]; y: number }) {
  const [left, right] = ends.map(across);
  return (
    <g stroke="var(--ink)" strokeWidth={1.4}>
      <line x1={left} x2={right} y1={y} y2={y} />
      <line x1={left} x2={left} y1={y - 4} y2={y + 4} />
      <line x1={right} x2={right} y1={y - 4} y2={y + 4} />
    </g>
  );
}

const EMPTY_HEIGHT = 120;

interface NoRowsProps {
  frame: Omit<ChartFrameProps, "twin" | "height" | "children">;
  /** Why there is nothing to draw. */
  notice: string;
}

/** The frame of a chart without rows. */
export function NoRows({ frame, notice }: NoRowsProps) {
  const twin = { caption: frame.words.title, columns: [], rows: [], csv: { header: [], rows: [] } };
  return (
    <ChartFrame {...frame} isLegendFixed twin={twin} height={EMPTY_HEIGHT}>
      {{ notice }}
    </ChartFrame>
  );
}
