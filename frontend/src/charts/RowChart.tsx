import type { ReactNode } from "react";
import { Drawn } from "@/charts/axis";
import { ChartFrame, type ChartFrameProps } from "@/charts/ChartFrame";
import { RowAxis } from "@/charts/RowMarks";
import type { RowLayout } from "@/charts/row-layout";
import type { Twin } from "@/charts/twin";

interface RowChartProps {
  frame: Omit<ChartFrameProps, "twin" | "height" | "children" | "isLegendFixed">;
  layout: RowLayout;
  model: { twin: Twin; ticks: readonly { at: number; label: string }[] };
  /** What a screen reader says of it. */
  alt: string;
  /** The rows, drawn over the grid lines. */
  children: ReactNode;
}

/** A chart of named rows in its frame: the picture, its grid lines and the axis below. */
export function RowChart({ frame, layout, model, alt, children }: RowChartProps) {
  return (
    <ChartFrame {...frame} isLegendFixed twin={model.twin} height={layout.height}>
      {() => (
        <svg data-picture="" width="100%" height={layout.height} role="img" aria-label={alt}>
          <RowAxis ticks={model.ticks} y={layout.axisY} />
          {children}
          <Drawn />
        </svg>
      )}
    </ChartFrame>
  );
}
