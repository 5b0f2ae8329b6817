/** What the axes of all charts share. */
import type { ComponentProps } from "react";
import type { CartesianGrid, XAxis, YAxis } from "recharts";

const TICK = { fill: "var(--ink-3)", fontSize: 12 };

export const xAxis = {
  type: "number",
  tickLine: false,
  axisLine: { stroke: "var(--line-strong)" },
  tick: TICK,
  tickMargin: 8,
  interval: 0,
} satisfies ComponentProps<typeof XAxis>;

export const yAxis = {
  type: "number",
  tickLine: false,
  axisLine: false,
  tick: TICK,
  tickMargin: 6,
  width: "auto",
  interval: 0,
} satisfies ComponentProps<typeof YAxis>;

export const grid = { vertical: false, stroke: "var(--grid)" } satisfies ComponentProps<typeof CartesianGrid>;

/** Tells screenshots and tests that the plot is drawn. Sits in the chart as its last child. */
export function Drawn() {
  return <g ref={markDrawn} />;
}

function markDrawn(element: SVGGElement | null) {
  element?.closest("[data-plot]")?.setAttribute("data-ready", "");
}
