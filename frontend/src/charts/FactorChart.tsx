import { plural, t } from "@lingui/core/macro";
import { Fragment, lazy, type ReactElement, Suspense, useMemo } from "react";
import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { type Annotation, annotationsWithin } from "@/charts/annotation-model";
import { Drawn, grid, xAxis, yAxis } from "@/charts/axis";
import { CategoryTick } from "@/charts/CategoryTick";
import { ChartFrame } from "@/charts/ChartFrame";
import { ChartTooltip } from "@/charts/ChartTooltip";
import { EndLabels, endLabels, endWidth } from "@/charts/EndLabels";
import { Dots, type Level, Levels, Whiskers } from "@/charts/FactorMarks";
import { type FactorLine, factorModel, type Marks, type MeanRow, type XKind } from "@/charts/factor-model";
import { type Lane, Lanes, lanesHeight } from "@/charts/Lanes";
import { Marker } from "@/charts/Marker";
import { pointInWords } from "@/charts/point-words";
import { References } from "@/charts/References";
import type { ReferenceKind } from "@/charts/reference-model";
import { Selection } from "@/charts/Selection";
import { useDragRange } from "@/charts/use-drag-range";
import { axisUnit, type BandwidthUnits, formatSeriesValue, type SeriesUnit } from "@/lib/units";

/** Fetched with the first mark: shares, which have none, do without. */
const Annotations = lazy(() => import("@/charts/Annotations"));

const HEIGHT = 340;
const MARGIN = { top: 26, right: 26, bottom: 18, left: 4 };

const NONE: readonly Annotation[] = [];

/** A course that points are held against. */
const COURSE = {
  stroke: "var(--ref)",
  activeDot: false,
  connectNulls: true,
  isAnimationActive: false,
  legendType: "none",
} as const;

interface PlacedDot {
  cx?: number | undefined;
  cy?: number | undefined;
  index?: number | undefined;
  value?: unknown;
}

/** What Recharts draws at each place; it wants an element also where there is nothing. */
function dotOf(draw: (x: number, y: number, key: number | undefined) => ReactElement<SVGElement>) {
  return ({ cx, cy, index, value }: PlacedDot) =>
    typeof cx === "number" && typeof cy === "number" && value != null ? (
      draw(cx, cy, index)
    ) : (
      <g key={index} />
    );
}

interface FactorChartProps {
  /** For tests and for the name of a downloaded file. */
  name: string;
  title: string;
  subtitle: string;
  reading?: string | undefined;
  lines: readonly FactorLine[];
  /** Of all panels beside it, its own among them: they have the same axes and styles. */
  alongside?: readonly FactorLine[];
  /** Pixels of the plot; panels are lower. */
  height?: number;
  marks: Marks;
  xTitle: string;
  xKind: XKind;
  /** Unit of a measured x. */
  xUnit: SeriesUnit;
  formatX: (x: number | string) => string;
  /** Unit of the values, as the API names it. */
  unit: SeriesUnit;
  units: BandwidthUnits;
  metricName: string;
  isLogX: boolean;
  isLogY: boolean;
  /** Called with the runs behind a point that was clicked. */
  onPick?: (runIds: readonly string[]) => void;
  /** Called with a part of x that was dragged over. */
  onZoom?: (range: { from: number; to: number }) => void;
  /** Draws the median of all runs: only where they are alike. */
  hasMedian?: boolean;
  /** What happened when, of a chart over time. */
  annotations?: readonly Annotation[];
  /** What runs one after the other have in the middle, over the points. */
  levels?: readonly Level[];
  /** What else had which value meanwhile, below the axis. */
  lanes?: readonly Lane[];
}

/** A metric over a factor: every run a point, over them the mean of alike ones and its 95 % interval, or their median. */
export function FactorChart(props: FactorChartProps) {
  const {
    lines,
    marks,
    isLogX,
    isLogY,
    unit,
    units,
    xTitle,
    xKind,
    xUnit,
    formatX,
    metricName,
    onPick,
    onZoom,
  } = props;
  const { annotations = NONE, levels = [], lanes = [], hasMedian = false, alongside = lines } = props;
  const drag = useDragRange(Number.MIN_VALUE, (from, to) => onZoom?.({ from, to }));
  const below = lanesHeight(lanes.length);
  const height = (props.height ?? HEIGHT) + below;
  const steps = annotations.filter(({ kind }) => kind === "step");
  const model = useMemo(() => {
    const largest = Math.max(
      0,
      ...alongside.flatMap((line) =>
        line.points.flatMap(({ max, ideal, rated }) => [max, ideal ?? 0, rated ?? 0]),
      ),
    );
    const axis = axisUnit(unit, largest, units);
    const farthest = Math.max(0, ...alongside.flatMap((line) => line.points.map(({ x }) => Number(x))));
    const xFactor = xKind === "measured" ? axisUnit(xUnit, farthest, units).factor : 1;
    const axes = { isLogX, isLogY, xTitle, xKind, xFactor, yFactor: axis.factor };
    const input = {
      lines,
      alongside,
      marks,
      annotations,
      hasMedian,
      ...axes,
      formatX,
      csvMetric: metricName,
    };
    return {
      ...factorModel({ ...input, formatValue: (value) => formatSeriesValue(value, unit, units) }),
      axis,
    };
  }, [
    lines,
    alongside,
    marks,
    isLogX,
    isLogY,
    unit,
    units,
    xTitle,
    xKind,
    xUnit,
    formatX,
    metricName,
    annotations,
    hasMedian,
  ]);
  const { series, rows, dots, yAxis: scale } = model;
  const grey = [
    ...(model.hasRated ? [t`dashed: drive rating`] : []),
    ...(model.hasIdeal ? [t`dash-dotted: ideal`] : []),
    ...(annotations.some(({ kind }) => kind === "note") ? [t`flag: annotation`] : []),
    ...(model.hasCeiling ? [t`dotted: limit of the slowest link`] : []),
  ];
  const frame = {
    name: props.name,
    words: { title: props.title, subtitle: [props.subtitle, ...grey].join("; "), reading: props.reading },
    series,
    twin: model.twin,
    annotations: annotationsWithin(annotations, ...model.xDomain).map((one) => ({
      when:
        one.until === null ? formatX(one.x) : t`${{ x: formatX(one.x) }} to ${{ until: formatX(one.until) }}`,
      text: one.text,
    })),
    height,
  };
  if (scale === null) {
    return <ChartFrame {...frame}>{{ notice: t`No run of this view has both values.` }}</ChartFrame>;
  }
  const ends = endLabels(model);
  const canZoom = onZoom !== undefined && !model.isCategory && rows.length > 2;
  const isWhole = (kind: ReferenceKind) =>
    model.references.some((one) => one.kind === kind && one.x === null);
  const labelAt = (position: number) => model.xTicks.find((tick) => tick.position === position)?.label ?? "";
  return (
    <ChartFrame {...frame}>
      {(hidden) => (
        <ResponsiveContainer width="100%" height={height} initialDimension={{ width: 700, height }}>
          <LineChart
            data={rows}
            {...(canZoom ? drag.handlers : {})}
            margin={{
              ...MARGIN,
              bottom: MARGIN.bottom + below,
              right: Math.max(MARGIN.right, endWidth(ends)),
            }}
            aria-label={t`Chart: ${{ title: props.title }}. ${{ series: series.length }} series, ${plural({ rows: rows.length }, { one: "# position", other: "# positions" })}. Use the left and right arrow keys to move.`}
          >
            <CartesianGrid {...grid} />
            <XAxis
              {...xAxis}
              dataKey="x"
              domain={model.xDomain}
              ticks={model.xTicks.map(({ position }) => position)}
              tickFormatter={labelAt}
              {...(model.isCategory
                ? { tick: <CategoryTick labelAt={labelAt} /> }
                : { interval: "equidistantPreserveStart" as const, minTickGap: 8 })}
              scale={isLogX && !model.isCategory ? "log" : "linear"}
              allowDataOverflow
              label={{
                value: xTitle,
                position: "insideBottom",
                offset: -12,
                fill: "var(--ink-3)",
                fontSize: 12,
              }}
            />
            <YAxis
              {...yAxis}
              scale={isLogY ? "log" : "linear"}
              domain={scale.domain}
              ticks={scale.ticks}
              tickFormatter={(value: number) => String(Number((value / model.axis.factor).toPrecision(4)))}
              label={{
                value: model.axis.name,
                position: "top",
                offset: 12,
                fill: "var(--ink-3)",
                fontSize: 12,
              }}
            />
            <Tooltip
              isAnimationActive={false}
              cursor={{ stroke: "var(--line-strong)" }}
              content={({ active, payload }) => {
                // Recharts types the row as unknown shape; only rows of `data` have a label, dots have not.
                const row = payload
                  .map((entry) => entry.payload as Partial<MeanRow>)
                  .find((one) => one.label);
                if (!active || row?.points === undefined) return null;
                const values = series.flatMap((one, i) => {
                  const point = row.points?.[i];
                  return hidden.has(one.key) || point == null
                    ? []
                    : [
                        {
                          series: one,
                          ...pointInWords(point, (value) => formatSeriesValue(value, unit, units)),
                        },
                      ];
                });
                return <ChartTooltip title={`${xTitle} ${row.label}`} rows={values} />;
              }}
            />
            {!model.isCategory && annotations.length > 0 && (
              <Suspense fallback={null}>
                <Annotations annotations={annotations} />
              </Suspense>
            )}
            <Lanes lanes={model.isCategory ? [] : lanes} moments={steps} />
            {model.hasCeiling && !isWhole("ceiling") && (
              <Line
                {...COURSE}
                dataKey="ceiling"
                strokeDasharray="2 3"
                // Between two slots there is nothing that a line could mean.
                strokeWidth={model.isCategory ? 0 : 1.5}
                dot={
                  model.isCategory || rows.length === 1
                    ? { r: 3, strokeWidth: 1.5, strokeDasharray: "none" }
                    : false
                }
              />
            )}
            {model.hasIdeal &&
              series.map((one, i) => (
                <Line
                  {...COURSE}
                  key={`ideal-${one.key}`}
                  dataKey={`ideal.${i}`}
                  hide={hidden.has(one.key)}
                  strokeDasharray="8 3 2 3"
                  dot={false}
                />
              ))}
            {model.hasRated &&
              !isWhole("rated") &&
              series.map((one, i) => (
                <Line
                  {...COURSE}
                  key={`rated-${one.key}`}
                  dataKey={`rated.${i}`}
                  hide={hidden.has(one.key)}
                  strokeDasharray="6 3"
                  strokeWidth={model.isJoined[i] === true ? 1.5 : 0}
                  dot={
                    model.isJoined[i] === true && rows.length > 1
                      ? false
                      : dotOf((x, y, key) => (
                          <path key={key} d={`M${x - 9} ${y}h18`} stroke="var(--ref)" strokeDasharray="6 3" />
                        ))
                  }
                />
              ))}
            {series.map((one, i) =>
              hidden.has(one.key) ? null : (
                <Fragment key={`values-${one.key}`}>
                  <Dots
                    dots={dots[i] ?? []}
                    colour={one.style.colour}
                    {...(onPick === undefined ? {} : { onPick: (runId: string) => onPick([runId]) })}
                  />
                  <Whiskers
                    whiskers={rows.map((row) => ({
                      x: row.x,
                      mean: row.mean[i] ?? null,
                      interval: row.interval[i] ?? null,
                    }))}
                    colour={one.style.colour}
                  />
                </Fragment>
              ),
            )}
            {series.map((one, i) => (
              <Line
                key={one.key}
                name={one.label}
                dataKey={`mean.${i}`}
                hide={hidden.has(one.key)}
                stroke={one.style.colour}
                strokeWidth={model.isJoined[i] === true ? 2 : 0}
                {...(one.style.dash === undefined ? {} : { strokeDasharray: one.style.dash })}
                type="linear"
                connectNulls
                isAnimationActive={false}
                activeDot={false}
                dot={dotOf((x, y, key) => (
                  <Marker key={key} shape={one.style.marker} colour={one.style.colour} x={x} y={y} />
                ))}
              />
            ))}
            <References references={model.references} />
            <EndLabels ends={ends.filter(({ key }) => !hidden.has(key))} />
            <Levels levels={model.isCategory ? [] : levels} />
            {drag.selection !== null && <Selection {...drag.selection} />}
            <Drawn />
          </LineChart>
        </ResponsiveContainer>
      )}
    </ChartFrame>
  );
}
