import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { Drawn, grid, xAxis, yAxis } from "@/charts/axis";
import { ChartFrame } from "@/charts/ChartFrame";
import styles from "@/charts/ChartFrame.module.css";
import { ChartTooltip } from "@/charts/ChartTooltip";
import { type OverlaidRun, type OverlayRow, overlayModel } from "@/charts/overlay-model";
import type { Series } from "@/charts/series-style";
import { timeTicks } from "@/charts/time-axis";
import { type BandwidthUnits, formatSeriesValue, formatTimeInRun, type SeriesUnit } from "@/lib/units";

const HEIGHT = 240;
const UNIT_LINE = 16;
const MARGIN = { top: 8, right: 26, bottom: 4, left: 4 };

interface OverlayChartProps {
  title: string;
  subtitle: string;
  runs: readonly OverlaidRun[];
  /** Base first. */
  sides: readonly Series[];
  bucketMs: number;
  unit: SeriesUnit;
  units: BandwidthUnits;
}

/** What was recorded over time, every run laid over the others from its own start. */
export function OverlayChart({ title, subtitle, runs, sides, bucketMs, unit, units }: OverlayChartProps) {
  const model = useMemo(
    () => overlayModel(runs, sides, bucketMs, unit, units),
    [runs, sides, bucketMs, unit, units],
  );
  const end = model.rows.at(-1)?.t ?? 0;
  return (
    <ChartFrame
      name="overlay"
      words={{ title, subtitle, reading: model.reading }}
      series={sides}
      isLegendFixed
      twin={model.twin}
      height={HEIGHT + UNIT_LINE}
    >
      {() => (
        <>
          <div className={styles.units}>{model.unitName}</div>
          <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 700, height: HEIGHT }}>
            <LineChart
              data={model.rows}
              margin={MARGIN}
              aria-label={t`Time chart: ${title}, ${plural({ runs: model.runs.length }, { one: "# line", other: "# lines" })}. Use the left and right arrow keys to move.`}
            >
              <CartesianGrid {...grid} />
              <XAxis
                {...xAxis}
                dataKey="t"
                domain={[0, end]}
                ticks={timeTicks(0, end)}
                tickFormatter={formatTimeInRun}
                interval="equidistantPreserveStart"
              />
              <YAxis
                {...yAxis}
                domain={model.axis.domain}
                ticks={model.axis.ticks}
                tickFormatter={(value: number) => String(Number((value / model.factor).toPrecision(6)))}
              />
              <Tooltip
                isAnimationActive={false}
                cursor={{ stroke: "var(--line-strong)" }}
                content={({ active, payload }) => {
                  // Recharts types the row as unknown shape; it is one of ours, handed in as `data`.
                  const row = payload[0]?.payload as OverlayRow | undefined;
                  if (!active || row === undefined) return null;
                  const values = model.runs.flatMap(({ series }, i) => {
                    const mean = row.mean[i];
                    return mean == null ? [] : [{ series, value: formatSeriesValue(mean, unit, units) }];
                  });
                  return <ChartTooltip title={formatTimeInRun(row.t)} rows={values} />;
                }}
              />
              {model.runs.map(({ key, series }, i) => (
                <Line
                  key={key}
                  name={series.label}
                  dataKey={`line.${i}`}
                  stroke={series.style.colour}
                  strokeWidth={1.4}
                  strokeOpacity={0.8}
                  {...(series.style.dash === undefined ? {} : { strokeDasharray: series.style.dash })}
                  type="linear"
                  dot={false}
                  isAnimationActive={false}
                  activeDot={{ r: 3, stroke: "var(--panel)", strokeWidth: 1.5 }}
                />
              ))}
              <Drawn />
            </LineChart>
          </ResponsiveContainer>
        </>
      )}
    </ChartFrame>
  );
}
