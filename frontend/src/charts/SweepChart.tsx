import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { ChartFrame } from "@/charts/ChartFrame";
import { ChartTooltip } from "@/charts/ChartTooltip";
import { Marker } from "@/charts/Marker";
import styles from "@/charts/SweepChart.module.css";
import { type SweepLine, spreadLabels, sweepModel, sweepTwin } from "@/charts/sweep-model";
import { useWidth } from "@/charts/use-width";
import {
  axisUnit,
  type BandwidthUnits,
  formatLatencyTick,
  formatSeriesValue,
  type SeriesUnit,
} from "@/lib/units";

const PREVIOUS = {
  key: "previous",
  style: { colour: "var(--ink-3)", dash: "1 4", marker: "circle" },
} as const;
const TOP = 24;
const FOOT = 40;
const LEFT = 46;
/** Room for the lines' names at their ends. */
const RIGHT = 62;
/** Labels at the ends of more lines than these cover each other; then the legend alone names them. */
const MAX_LABELLED = 4;
/** Drawn for this width before it is known, and in tests. */
const USUAL_WIDTH = 520;
const KEY_STEP = 1.1;

interface SweepChartProps {
  /** For tests and for the name of a downloaded file. */
  name: string;
  title: string;
  subtitle: string;
  lines: readonly SweepLine[];
  xTitle: string;
  formatX: (x: number | string) => string;
  unit: SeriesUnit;
  units: BandwidthUnits;
  csvTitle: string;
  isLog: boolean;
  height: number;
  /** What the batch of the dots is called. */
  previousName?: string;
  /** A circled point with its name. */
  mark?: { line: string; x: number | string; text: string } | null;
  /** A line at a value, in base units, that can be moved. */
  limit?: { value: number; name: string; onChange: (value: number) => void } | null;
  /** Where a point leads. */
  onPick?: (line: string, x: number | string) => void;
}

/** A figure over a swept option, a line for each further option; the batch before as dots of the same colour. */
export function SweepChart(props: SweepChartProps) {
  const { lines, unit, units, isLog, limit = null, title, xTitle, formatX, csvTitle } = props;
  const format = (value: number) => formatSeriesValue(value, unit, units);
  const hasPrevious = lines.some(({ previous }) => previous.length > 0);
  const series = [
    ...lines,
    ...(hasPrevious ? [{ ...PREVIOUS, label: props.previousName ?? t`previous batch` }] : []),
  ];
  const twin = useMemo(
    () =>
      sweepTwin(lines, {
        xTitle,
        title,
        csvTitle,
        formatX,
        formatValue: (value) => formatSeriesValue(value, unit, units),
      }),
    [lines, xTitle, title, csvTitle, formatX, unit, units],
  );
  const model = sweepModel(lines, isLog, (most) => axisUnit(unit, most, units).factor, limit?.value ?? null);
  const frame = {
    name: props.name,
    words: { title, subtitle: props.subtitle },
    series,
    twin,
    height: props.height,
  };
  if (model === null)
    return <ChartFrame {...frame}>{{ notice: t`No step of this batch has this value.` }}</ChartFrame>;
  return (
    <ChartFrame {...frame}>
      {(hidden) => <Plot {...props} model={model} hidden={hidden} format={format} />}
    </ChartFrame>
  );
}

interface PlotProps extends SweepChartProps {
  model: NonNullable<ReturnType<typeof sweepModel>>;
  hidden: ReadonlySet<string>;
  format: (value: number) => string;
}

function Plot({ model, hidden, format, ...props }: PlotProps) {
  const { lines, unit, units, height, mark = null, limit = null, xTitle, formatX } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box) || USUAL_WIDTH;
  const [at, setAt] = useState<number | null>(null);
  const shown = lines.filter(({ key }) => !hidden.has(key));
  const isLabelled = shown.length <= MAX_LABELLED;
  const right = isLabelled ? RIGHT : 18;
  const [inner, tall] = [width - LEFT - right, height - TOP - FOOT];
  const places = new Map(model.xs.map(({ x, at: share }) => [x, LEFT + share * inner]));
  const px = (x: number | string) => places.get(x) ?? LEFT;
  const py = (value: number) => TOP + (1 - model.yAt(value)) * tall;
  const path = (points: readonly { x: number | string; value: number }[]) =>
    model.xs
      .flatMap(({ x }) => points.filter((point) => point.x === x))
      .map(({ x, value }, i) => `${i === 0 ? "M" : "L"}${px(x)} ${py(value)}`)
      .join("");
  const axis = axisUnit(unit, model.largest, units);
  const ends = shown.map((line) => ({ line, end: line.points.findLast(() => true) }));
  const labels = spreadLabels(
    ends.map(({ end }) => (end === undefined ? 0 : py(end.value))),
    14,
  );
  const marked = mark === null ? undefined : shown.find(({ key }) => key === mark.line);
  const markedAt = marked?.points.find(({ x }) => x === mark?.x);
  const chosen = at === null ? undefined : model.xs[at];
  const walk = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setAt((was) => Math.min(model.xs.length - 1, Math.max(0, was === null ? 0 : was + step)));
  };
  const hover = (event: PointerEvent) => {
    const x = event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
    const distances = model.xs.map((one) => Math.abs(px(one.x) - x));
    setAt(distances.indexOf(Math.min(...distances)));
  };
  return (
    <div ref={box} className={styles.box}>
      <svg
        data-picture=""
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys walk it, as on every chart
        tabIndex={0}
        width={width}
        height={height}
        viewBox={`0 0 ${width} ${height}`}
        aria-label={t`Chart: ${{ title: props.title }}. ${{ lines: lines.length }} series, ${plural({ xs: model.xs.length }, { one: "# position", other: "# positions" })}. Use the left and right arrow keys to move.`}
        onKeyDown={walk}
        onBlur={() => setAt(null)}
        onPointerMove={hover}
        onPointerLeave={() => setAt(null)}
      >
        <text x={LEFT - 8} y={12} textAnchor="end">
          {axis.name}
        </text>
        {model.ticks.map((tick) => (
          <g key={tick}>
            <path d={`M${LEFT} ${py(tick)}H${width - right}`} stroke="var(--grid)" />
            <text x={LEFT - 8} y={py(tick) + 4} textAnchor="end">
              {Number((tick / axis.factor).toPrecision(4))}
            </text>
          </g>
        ))}
        {thinned(model.xs, inner).map(({ x }) => (
          <text key={x} x={px(x)} y={height - FOOT + 18} textAnchor="middle">
            {formatX(x)}
          </text>
        ))}
        <text x={width - right} y={height - 4} textAnchor="end">
          {xTitle}
        </text>
        {chosen !== undefined && (
          <path d={`M${px(chosen.x)} ${TOP}V${height - FOOT}`} stroke="var(--line-strong)" />
        )}
        {!hidden.has(PREVIOUS.key) &&
          shown.map(({ key, previous, style }) => (
            <path key={key} d={path(previous)} fill="none" stroke={style.colour} strokeDasharray="1 4" />
          ))}
        {shown.map(({ key, points, style }) => (
          <g key={key}>
            <path
              d={path(points)}
              fill="none"
              stroke={style.colour}
              strokeWidth={2}
              strokeDasharray={style.dash}
            />
            {points.map(({ x, low, high }) =>
              low === null || high === null || low === high ? null : (
                <path key={x} d={`M${px(x)} ${py(low)}V${py(high)}`} stroke={style.colour} />
              ),
            )}
            {points.map(({ x, value }) => (
              // biome-ignore lint/a11y/noStaticElementInteractions: the table below leads to the same runs by keyboard
              <g
                key={x}
                className={props.onPick === undefined ? "" : "clickable"}
                onClick={() => props.onPick?.(key, x)}
              >
                <Marker shape={style.marker} colour={style.colour} x={px(x)} y={py(value)} />
                <circle cx={px(x)} cy={py(value)} r={9} fill="transparent" />
              </g>
            ))}
          </g>
        ))}
        {isLabelled &&
          ends.map(({ line, end }, i) =>
            end === undefined ? null : (
              <g key={line.key}>
                <Marker
                  shape={line.style.marker}
                  colour={line.style.colour}
                  x={width - right + 10}
                  y={labels[i] ?? 0}
                />
                <text className={styles.name} x={width - right + 18} y={(labels[i] ?? 0) + 4}>
                  {line.label.length > 7 ? `${line.label.slice(0, 6)}…` : line.label}
                </text>
              </g>
            ),
          )}
        {mark !== null && markedAt !== undefined && (
          <g>
            <circle
              cx={px(markedAt.x)}
              cy={py(markedAt.value)}
              r={8}
              fill="none"
              stroke="var(--ink)"
              strokeWidth={1.5}
            />
            <text
              className={styles.name}
              x={px(markedAt.x) + (px(markedAt.x) > width / 2 ? -12 : 12)}
              y={Math.max(py(markedAt.value) - 8, 12)}
              textAnchor={px(markedAt.x) > width / 2 ? "end" : "start"}
            >
              {mark.text}
            </text>
          </g>
        )}
        {limit !== null && (
          <LimitLine
            limit={limit}
            y={py(limit.value)}
            from={LEFT}
            to={width - right}
            text={unit === "ns" ? formatLatencyTick(limit.value) : format(limit.value)}
            valueAt={(clientY) => {
              const top = box.current?.getBoundingClientRect().top ?? 0;
              const share = 1 - (clientY - top - TOP) / tall;
              return model.valueAt(Math.min(1, Math.max(0, share)));
            }}
          />
        )}
      </svg>
      {chosen !== undefined && (
        <div
          className={styles.tooltip}
          style={
            px(chosen.x) > width / 2 ? { right: width - px(chosen.x) + 12 } : { left: px(chosen.x) + 12 }
          }
        >
          <ChartTooltip
            title={`${xTitle} ${formatX(chosen.x)}`}
            rows={shown.flatMap((line) => {
              const point = line.points.find(({ x }) => x === chosen.x);
              return point === undefined
                ? []
                : [{ series: line, value: `${format(point.value)} (n = ${point.n})` }];
            })}
          />
        </div>
      )}
    </div>
  );
}

/** As many places as have room for their names. */
function thinned<T>(places: readonly T[], width: number): T[] {
  const step = Math.max(1, Math.ceil((places.length * 34) / Math.max(width, 1)));
  return places.filter((_, i) => i % step === 0);
}

interface LimitLineProps {
  limit: NonNullable<SweepChartProps["limit"]>;
  y: number;
  from: number;
  to: number;
  text: string;
  valueAt: (clientY: number) => number;
}

/** A limit that a person sets: dragged, or moved by the arrow keys. */
function LimitLine({ limit, y, from, to, text, valueAt }: LimitLineProps) {
  const keep = (value: number) => limit.onChange(Number(value.toPrecision(2)));
  return (
    <g
      role="slider"
      tabIndex={0}
      aria-label={limit.name}
      aria-orientation="vertical"
      aria-valuenow={limit.value}
      aria-valuetext={text}
      className={styles.limit}
      onKeyDown={(event) => {
        const by = { ArrowUp: KEY_STEP, ArrowDown: 1 / KEY_STEP }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        keep(limit.value * by);
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) keep(valueAt(event.clientY));
      }}
    >
      <path d={`M${from} ${y}H${to}`} stroke="transparent" strokeWidth={14} />
      <path d={`M${from} ${y}H${to}`} stroke="var(--warn)" strokeWidth={2} />
      <text x={from + 4} y={y - 5}>
        <Trans>limit {text}</Trans>
      </text>
    </g>
  );
}
