import { useMemo } from "react";
import { ChartFrame } from "@/charts/ChartFrame";
import { ClockPlot } from "@/charts/ClockPlot";
import { lanesOf } from "@/charts/clock-lanes";
import {
  type ClockPhase,
  clockHeight,
  clockLanes,
  clockMoments,
  clockTwin,
  type Span,
} from "@/charts/clock-model";
import type { TimeSeriesData } from "@/charts/time-series-panels";
import type { BandwidthUnits } from "@/lib/units";

export interface ClockChartProps {
  /** For tests and for the name of a downloaded file. */
  name: string;
  title: string;
  subtitle: string;
  /** What is shown now, and the whole of it: axes stay while a part is shown. */
  shown: TimeSeriesData;
  whole: TimeSeriesData;
  domain: Span;
  phases: readonly ClockPhase[];
  /** Unix ms of 0:00; null: not known, and no clock time is told. */
  zeroAtMs: number | null;
  /** What is chosen; null: nothing. */
  window: Span | null;
  units: BandwidthUnits;
  /** Absent: nothing can be chosen. Null takes the choice back. */
  onWindow?: (window: Span | null) => void;
}

/** Everything that was recorded on one clock, one lane below the other, with one cursor and one choice of time. */
export function ClockChart(props: ClockChartProps) {
  const { name, title, subtitle, shown, whole, units } = props;
  const panels = useMemo(() => lanesOf(shown), [shown]);
  const wholePanels = useMemo(() => lanesOf(whole), [whole]);
  const lanes = useMemo(
    () => clockLanes(panels, wholePanels, shown, units),
    [panels, wholePanels, shown, units],
  );
  const twin = useMemo(() => clockTwin(title, panels, units), [title, panels, units]);
  const moments = useMemo(() => clockMoments(panels), [panels]);
  const readings = lanes.flatMap(({ model }) => (model.reading === undefined ? [] : [model.reading]));
  const logarithmic = new Set(wholePanels.filter((panel) => panel.isLogarithmic).map((panel) => panel.name));
  return (
    <ChartFrame
      name={name}
      words={{ title, subtitle, reading: readings.length === 0 ? undefined : readings.join(" ") }}
      series={[]}
      twin={twin}
      height={clockHeight(lanes.length)}
    >
      {() => <ClockPlot {...props} lanes={lanes} moments={moments} logarithmic={logarithmic} />}
    </ChartFrame>
  );
}
