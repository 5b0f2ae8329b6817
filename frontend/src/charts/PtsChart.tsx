import { t } from "@lingui/core/macro";
import { useMemo, useRef } from "react";
import { ChartFrame } from "@/charts/ChartFrame";
import { linearAxis } from "@/charts/linear-axis";
import styles from "@/charts/PtsChart.module.css";
import { type PtsFit, ptsTwin, type RoundValue, roundTicks } from "@/charts/pts-model";
import { useWidth } from "@/charts/use-width";
import { axisUnit, type BandwidthUnits, formatSeriesValue, type SeriesUnit } from "@/lib/units";

const HEIGHT = 230;
const LEFT = 52;
const RIGHT = 16;
const TOP = 26;
const FOOT = 40;
const USUAL_WIDTH = 520;
/** More points than these are a line alone. */
const MAX_POINTS = 60;

interface PtsChartProps {
  /** For tests and for the name of a downloaded file. */
  name: string;
  title: string;
  subtitle: string;
  points: readonly RoundValue[];
  window: { first: number; last: number } | null;
  fit: PtsFit | null;
  /** Every how many rounds one is compared. */
  period: number;
  unit: SeriesUnit;
  units: BandwidthUnits;
  onPick: (runId: string) => void;
}

/** The steady state plot of the standard: one cell round by round, the window, its average, ± 10 % and the fitted line. */
export function PtsChart(props: PtsChartProps) {
  const { name, title, subtitle, points, unit, units } = props;
  const twin = useMemo(
    () => ptsTwin(points, title, (value) => formatSeriesValue(value, unit, units)),
    [points, title, unit, units],
  );
  return (
    <ChartFrame name={name} words={{ title, subtitle }} series={[]} twin={twin} height={HEIGHT}>
      {() => <Plot {...props} />}
    </ChartFrame>
  );
}

function Plot({ title, points, window, fit, period, unit, units, onPick }: PtsChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box) || USUAL_WIDTH;
  const bounds = fit === null ? [] : [fit.average * 1.1, fit.average * 0.9];
  const largest = Math.max(...points.map(({ value }) => value), ...bounds);
  const { factor, name } = axisUnit(unit, largest, units);
  const axis = linearAxis(largest, factor);
  const last = Math.max(...points.map(({ round }) => round), 5);
  const bottom = HEIGHT - FOOT;
  const right = Math.max(LEFT + 1, width - RIGHT);
  const px = (round: number) => LEFT + ((round - 0.5) / last) * (right - LEFT);
  const py = (value: number) => bottom - (value / axis.domain[1]) * (bottom - TOP);
  const line = points.map(({ round, value }) => `${px(round)},${py(value)}`).join(" ");
  const [from, to] = window === null ? [0, 0] : [px(window.first - 0.5), px(window.last + 0.5)];
  // The fit counts compared rounds.
  const onLine = (round: number) => (fit === null ? 0 : fit.slope * (round / period) + fit.intercept);
  return (
    <div ref={box} style={{ height: "100%" }}>
      <svg
        data-picture=""
        width={width}
        height={HEIGHT}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={t`Chart: ${title}. The table has every round.`}
      >
        {window !== null && (
          <rect x={from} y={TOP} width={to - from} height={bottom - TOP} className={styles.window} />
        )}
        <text x={4} y={12} className={styles.tick}>
          {name}
        </text>
        {axis.ticks.map((value) => (
          <g key={value}>
            <path d={`M${LEFT} ${py(value)}H${right}`} stroke="var(--grid)" />
            <text x={LEFT - 8} y={py(value) + 4} textAnchor="end" className={styles.tick}>
              {Number((value / factor).toPrecision(4))}
            </text>
          </g>
        ))}
        {roundTicks(last, width).map((round) => (
          <text key={round} x={px(round)} y={bottom + 17} textAnchor="middle" className={styles.tick}>
            {round}
          </text>
        ))}
        <text x={(LEFT + right) / 2} y={HEIGHT - 6} textAnchor="middle" className={styles.tick}>
          {period > 1 ? t`Minute` : t`Round`}
        </text>
        {window !== null && fit !== null && (
          <>
            {bounds.map((bound) => (
              <path key={bound} d={`M${from} ${py(bound)}H${to}`} className={styles.bound} />
            ))}
            <path d={`M${from} ${py(fit.average)}H${to}`} className={styles.average} />
            <path
              d={`M${px(window.first)} ${py(onLine(window.first))}L${px(window.last)} ${py(onLine(window.last))}`}
              className={styles.fitted}
            />
          </>
        )}
        <polyline points={line} className={styles.line} />
        {points.length <= MAX_POINTS &&
          points.map(({ round, value, runId }) => (
            // The table of runs leads to the same by keyboard.
            // biome-ignore lint/a11y/noStaticElementInteractions: see above
            <circle
              key={round}
              cx={px(round)}
              cy={py(value)}
              r={3.4}
              className={styles.point}
              onClick={() => onPick(runId)}
            >
              <title>{`${round}: ${formatSeriesValue(value, unit, units)}`}</title>
            </circle>
          ))}
      </svg>
    </div>
  );
}
