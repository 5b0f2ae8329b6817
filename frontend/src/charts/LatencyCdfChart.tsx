import { plural, t } from "@lingui/core/macro";
import { type ReactNode, useMemo } from "react";
import {
  CartesianGrid,
  Line,
  LineChart,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { Drawn, grid, xAxis, yAxis } from "@/charts/axis";
import { ChartFrame } from "@/charts/ChartFrame";
import { ChartTooltip } from "@/charts/ChartTooltip";
import { type CdfCurve, type CdfRow, cdfModel, listSeries } from "@/charts/cdf-model";
import { formatCumulative, formatLatency, formatLatencyTick, formatPercent } from "@/lib/units";

const HEIGHT = 290;
const MARGIN = { top: 12, right: 26, bottom: 4, left: 4 };
const SHARE_TICKS = [0, 25, 50, 75, 100];

interface LatencyCdfChartProps {
  curves: readonly CdfCurve[];
  subtitle: string;
  /** In place of the plot: while loading, when there are no bins, after an error. */
  notice?: ReactNode;
}

/** Share of I/Os at or below a completion latency, from the bins of json+. */
export function LatencyCdfChart({ curves, subtitle, notice }: LatencyCdfChartProps) {
  const model = useMemo(() => cdfModel(curves), [curves]);
  const { series, rows, axis } = model;
  const words = { title: t`Completion latency distribution (CDF)`, subtitle };
  const frame = { name: "latency-cdf", words, series, twin: model.twin, height: HEIGHT };

  if (notice !== undefined)
    return (
      <ChartFrame {...frame} series={listSeries(curves)}>
        {{ notice }}
      </ChartFrame>
    );
  if (axis === null)
    return <ChartFrame {...frame}>{{ notice: t`The bins contain no completion latencies.` }}</ChartFrame>;
  return (
    <ChartFrame {...frame}>
      {(hidden) => (
        <ResponsiveContainer width="100%" height={HEIGHT} initialDimension={{ width: 600, height: HEIGHT }}>
          <LineChart
            data={rows}
            margin={MARGIN}
            aria-label={t`Line chart: share of I/Os at or below a completion latency. ${plural({ series: series.length }, { one: "# line", other: "# lines" })}. Use the left and right arrow keys to move.`}
          >
            <CartesianGrid {...grid} />
            <XAxis
              {...xAxis}
              dataKey="ns"
              scale="log"
              domain={axis.domain}
              ticks={axis.ticks}
              interval="equidistantPreserveStart"
              tickFormatter={formatLatencyTick}
            />
            <YAxis {...yAxis} domain={[0, 100]} ticks={SHARE_TICKS} tickFormatter={formatPercent} />
            <ReferenceLine
              y={99}
              stroke="var(--ref)"
              strokeDasharray="2 3"
              label={{ value: "p99", position: "insideTopLeft", fontSize: 12, fill: "var(--ink-3)" }}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: "var(--line-strong)" }}
              content={({ active, payload }) => {
                // Recharts types the row as unknown shape; it is one of ours, handed in as `data`.
                const row = payload[0]?.payload as CdfRow | undefined;
                if (!active || row === undefined) return null;
                return (
                  <ChartTooltip
                    title={`≤ ${formatLatency(row.ns)}`}
                    rows={series.flatMap((one, i) =>
                      hidden.has(one.key) ? [] : [{ series: one, value: formatCumulative(row.share[i]) }],
                    )}
                  />
                );
              }}
            />
            {series.map((one, i) => (
              <Line
                key={one.key}
                name={one.label}
                dataKey={`share.${i}`}
                hide={hidden.has(one.key)}
                stroke={one.style.colour}
                strokeWidth={2}
                {...(one.style.dash === undefined ? {} : { strokeDasharray: one.style.dash })}
                // Between two bins nothing is known: the share rises where the next bin ends.
                type="stepAfter"
                dot={false}
                isAnimationActive={false}
                activeDot={{ r: 4, stroke: "var(--panel)", strokeWidth: 2 }}
              />
            ))}
            <Drawn />
          </LineChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}
