import { Fragment, useMemo } from "react";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { Drawn, grid as gridLines, xAxis, yAxis } from "@/charts/axis";
import { Band, LonelyPoints, Selection } from "@/charts/Band";
import { ChartFrame } from "@/charts/ChartFrame";
import styles from "@/charts/ChartFrame.module.css";
import { ChartTooltip, type TooltipRow } from "@/charts/ChartTooltip";
import { timeTicks } from "@/charts/time-axis";
import {
  type TimeGrid,
  type TimeRow,
  type TimeSeriesModel,
  timeSeriesModel,
} from "@/charts/time-series-model";
import type { Panel } from "@/charts/time-series-panels";
import { useDragRange } from "@/charts/use-drag-range";
import {
  type BandwidthUnits,
  formatRuntime,
  formatSeriesValue,
  formatTemperature,
  formatTimeInRun,
  type SeriesUnit,
} from "@/lib/units";

const HEIGHT = 200;
const UNIT_LINE = 16;
/** Fixed, so that the plots of stacked charts begin and end at the same pixel. */
const LEFT_AXIS = 50;
const RIGHT_AXIS = 38;

interface TimeSeriesChartProps {
  panel: Panel;
  /** The same panel over the whole run: its axes stay while zoomed. */
  whole: Panel;
  grid: TimeGrid;
  units: BandwidthUnits;
  /** Charts of one run share it: hovering one shows the moment in all. */
  syncId: string;
  /** Absent: the chart cannot be zoomed. */
  onZoom?: (fromMs: number, toMs: number) => void;
}

/** One panel over the time of the run: mean lines in a band from lowest to highest, temperature on the right. */
export function TimeSeriesChart({ panel, whole, grid, units, syncId, onZoom }: TimeSeriesChartProps) {
  const model = useMemo(() => timeSeriesModel(panel, whole, grid, units), [panel, whole, grid, units]);
  const drag = useDragRange(2 * grid.bucket_ms, (from, to) => onZoom?.(from, to));
  const { series, rows, axis, second } = model;
  const legend = second === null ? series : [...series, second.series];
  const subtitle = [
    grain(panel, grid.bucket_ms),
    panel.isLogarithmic ? "logarithmic" : null,
    `from ${panel.source}`,
  ]
    .filter((part) => part !== null)
    .join(" · ");
  const ticks = timeTicks(grid.from_ms, grid.to_ms);
  const tickInUnit = (value: number) => String(Number((value / model.factor).toPrecision(6)));

  return (
    <ChartFrame
      name={`time-${panel.name}`}
      words={{ title: panel.title, subtitle, reading: model.reading }}
      series={legend}
      twin={model.twin}
      height={HEIGHT + UNIT_LINE}
    >
      {(hidden) => {
        const hasRight = second !== null && !hidden.has(second.series.key);
        return (
          <>
            <div className={styles.units}>
              <span>{model.unitName}</span>
              {hasRight && <span>°C</span>}
            </div>
            <ResponsiveContainer
              width="100%"
              height={HEIGHT}
              initialDimension={{ width: 600, height: HEIGHT }}
            >
              <LineChart
                data={rows}
                margin={{ top: 8, right: hasRight ? 6 : 6 + RIGHT_AXIS, bottom: 4, left: 0 }}
                syncId={syncId}
                syncMethod="value"
                {...(onZoom === undefined ? {} : drag.handlers)}
                aria-label={`Time chart: ${panel.title}, ${series.length} lines. Left and right arrow keys walk the moments.`}
              >
                <CartesianGrid {...gridLines} yAxisId="left" />
                <XAxis
                  {...xAxis}
                  dataKey="t"
                  domain={[grid.from_ms, grid.to_ms]}
                  ticks={ticks}
                  tickFormatter={formatTimeInRun}
                  interval="equidistantPreserveStart"
                  allowDataOverflow
                />
                <YAxis
                  {...yAxis}
                  width={LEFT_AXIS}
                  yAxisId="left"
                  scale={panel.isLogarithmic ? "log" : "linear"}
                  domain={axis.domain}
                  ticks={axis.ticks}
                  tickFormatter={tickInUnit}
                  allowDataOverflow
                />
                {second !== null && (
                  <YAxis
                    {...yAxis}
                    width={RIGHT_AXIS}
                    yAxisId="right"
                    orientation="right"
                    hide={!hasRight}
                    domain={second.axis.domain}
                    ticks={second.axis.ticks}
                  />
                )}
                <Tooltip
                  isAnimationActive={false}
                  cursor={{ stroke: "var(--line-strong)" }}
                  content={({ active, payload }) => {
                    // Recharts types the row as unknown shape; it is one of ours, handed in as `data`.
                    const row = payload[0]?.payload as TimeRow | undefined;
                    if (!active || row === undefined) return null;
                    return (
                      <ChartTooltip
                        title={formatTimeInRun(row.t)}
                        rows={tooltipRows(row, model, panel.unit, units, hidden)}
                      />
                    );
                  }}
                />
                {series.map(
                  (one, i) =>
                    !hidden.has(one.key) && (
                      <Fragment key={`band ${one.key}`}>
                        <Band rows={rows} column={i} colour={one.style.colour} />
                        <LonelyPoints rows={rows} column={i} colour={one.style.colour} />
                      </Fragment>
                    ),
                )}
                {series.map((one, i) => (
                  <Line
                    key={one.key}
                    name={one.label}
                    yAxisId="left"
                    dataKey={`mean.${i}`}
                    hide={hidden.has(one.key)}
                    stroke={one.style.colour}
                    strokeWidth={1.6}
                    {...(one.style.dash === undefined ? {} : { strokeDasharray: one.style.dash })}
                    type="linear"
                    dot={false}
                    isAnimationActive={false}
                    activeDot={{ r: 3.5, stroke: "var(--panel)", strokeWidth: 1.5 }}
                  />
                ))}
                {second !== null && (
                  <Line
                    name={second.series.label}
                    yAxisId="right"
                    dataKey="second"
                    hide={hidden.has(second.series.key)}
                    stroke={second.series.style.colour}
                    strokeWidth={1.3}
                    strokeDasharray={second.series.style.dash ?? "none"}
                    type="linear"
                    dot={false}
                    isAnimationActive={false}
                    activeDot={{ r: 3, stroke: "var(--panel)", strokeWidth: 1.5 }}
                  />
                )}
                {drag.selection !== null && <Selection {...drag.selection} />}
                <Drawn />
              </LineChart>
            </ResponsiveContainer>
          </>
        );
      }}
    </ChartFrame>
  );
}

/** What a point of a line stands for: a value as it was sampled, or many. */
function grain(panel: Panel, bucketMs: number): string {
  const isSampled = panel.lines.every((line) => line.points.every((point) => point.n <= 1));
  if (isSampled) return "each value as it was sampled";
  const band = panel.lines.some((line) => line.hasBand) ? ", band from lowest to highest value" : "";
  return `mean of each ${formatRuntime(bucketMs)}${band}`;
}

function tooltipRows(
  row: TimeRow,
  model: TimeSeriesModel,
  unit: SeriesUnit,
  units: BandwidthUnits,
  hidden: ReadonlySet<string>,
): TooltipRow[] {
  const show = (value: number) => formatSeriesValue(value, unit, units);
  const values = model.series.flatMap((series, i) => {
    const point = row.points[i];
    if (hidden.has(series.key) || point == null) return [];
    const spread = row.band[i] == null || point.n < 2 ? "" : ` (${show(point.min)} to ${show(point.max)})`;
    return [{ series, value: `${show(point.mean)}${spread}` }];
  });
  const { second } = model;
  if (second === null || row.second === null || hidden.has(second.series.key)) return values;
  return [...values, { series: second.series, value: formatTemperature(row.second) }];
}
