import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { Drawn, grid, xAxis, yAxis } from "@/charts/axis";
import { ChartFrame } from "@/charts/ChartFrame";
import { ChartTooltip } from "@/charts/ChartTooltip";
import { Marker } from "@/charts/Marker";
import { type LatencyLine, type PercentileRow, percentileModel } from "@/charts/percentile-model";
import { nines, percentileFromNines } from "@/lib/percentiles";
import { formatLatencyTick } from "@/lib/units";

const HEIGHT = 290;
const MARGIN = { top: 12, right: 26, bottom: 4, left: 4 };

interface LatencyPercentileChartProps {
  lines: readonly LatencyLine[];
  /** Block size, depth, n, as far as all lines share them. */
  subtitle: string;
}

/** Completion latency over the number of nines: the tail, drawn only as far as the sample carries it. */
export function LatencyPercentileChart({ lines, subtitle }: LatencyPercentileChartProps) {
  const model = useMemo(() => percentileModel(lines), [lines]);
  const { series, rows, axis } = model;
  const words = { title: t`Completion latency by percentile`, subtitle, reading: model.reading };
  const frame = { name: "latency-percentiles", words, series, twin: model.twin, height: HEIGHT };
  const domain = [rows[0]?.x ?? 0, rows.at(-1)?.x ?? 1];
  const ticks = model.tickPercentiles.map(nines);

  if (axis === null) {
    return (
      <ChartFrame {...frame}>{{ notice: t`The output has no completion latency percentiles.` }}</ChartFrame>
    );
  }
  return (
    <ChartFrame {...frame}>
      {(hidden) => (
        <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 600, height: HEIGHT }}>
          <LineChart
            data={rows}
            margin={MARGIN}
            aria-label={t`Line chart: completion latency by percentile. ${plural({ series: series.length }, { one: "# line", other: "# lines" })}. Use the left and right arrow keys to move.`}
          >
            <CartesianGrid {...grid} />
            <XAxis {...xAxis} dataKey="x" domain={domain} ticks={ticks} tickFormatter={formatTick} />
            <YAxis
              {...yAxis}
              scale="log"
              domain={axis.domain}
              ticks={axis.ticks}
              tickFormatter={formatLatencyTick}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: "var(--line-strong)" }}
              content={({ active, payload }) => {
                // Recharts types the row as unknown shape; it is one of ours, handed in as `data`.
                const row = payload[0]?.payload as PercentileRow | undefined;
                if (!active || row === undefined) return null;
                const values = series.flatMap((one, i) => {
                  const value = row.text[i];
                  return hidden.has(one.key) || value == null ? [] : [{ series: one, value }];
                });
                return <ChartTooltip title={`p${row.percentile}`} rows={values} />;
              }}
            />
            {series.map((one, i) => (
              <Line
                key={one.key}
                name={one.label}
                dataKey={`ns.${i}`}
                hide={hidden.has(one.key)}
                stroke={one.style.colour}
                strokeWidth={2}
                {...(one.style.dash === undefined ? {} : { strokeDasharray: one.style.dash })}
                type="linear"
                // A percentile that fio was not asked for is no gap in the measurement.
                connectNulls
                isAnimationActive={false}
                activeDot={{ r: 5, stroke: "var(--panel)", strokeWidth: 2 }}
                dot={({ cx, cy, index, value }) =>
                  typeof cx === "number" && typeof cy === "number" && value != null ? (
                    <Marker key={index} shape={one.style.marker} colour={one.style.colour} x={cx} y={cy} />
                  ) : (
                    <g key={index} />
                  )
                }
              />
            ))}
            <Drawn />
          </LineChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}

function formatTick(x: number): string {
  return `p${percentileFromNines(x)}`;
}
