import { t } from "@lingui/core/macro";
import styles from "@/charts/ClockChart.module.css";
import {
  type ClockLane,
  type ClockPhase,
  laneScale,
  linePaths,
  PHASE_SHORT,
  PHASE_WORDS,
  PHASES_HEIGHT,
  type Span,
} from "@/charts/clock-model";
import { formatTimeInRun } from "@/lib/units";

type Scale = (ms: number) => number;
// Of the typeface at 12 pixels, on the wide side.
const LETTER = 6.9;
const BAND = 18;
const SWATCH = 18;
const MIN_TICK_DISTANCE = 18;

interface LaneDrawingProps {
  lane: ClockLane;
  top: number;
  left: number;
  right: number;
  isLogarithmic: boolean;
  x: Scale;
}

/** One lane: name, what its lines are, axis, bands and lines. */
export function LaneDrawing({ lane, top, left, right, isLogarithmic, x }: LaneDrawingProps) {
  const { model } = lane;
  const y = laneScale(lane, isLogarithmic);
  return (
    <g transform={`translate(0 ${top})`} data-lane={lane.name}>
      <text x={left} y={-7} className={styles.title}>
        {laneTitle(lane, isLogarithmic)}
      </text>
      <LineNames lane={lane} isLogarithmic={isLogarithmic} left={left} right={right} />
      {spaced(model.axis.ticks, y).map((value) => (
        <g key={value}>
          <path d={`M${left} ${y(value)}H${right}`} stroke="var(--grid)" />
          <text x={left - 7} y={y(value) + 4} textAnchor="end" className={styles.tick}>
            {Number((value / model.factor).toPrecision(4))}
          </text>
        </g>
      ))}
      {model.series.map((series, i) => {
        const paths = linePaths(model.rows, i, x, y);
        return (
          <g key={series.key} data-line={series.label}>
            <path d={paths.band} fill={series.style.colour} fillOpacity={0.18} />
            <path
              d={paths.line}
              data-curve=""
              fill="none"
              stroke={series.style.colour}
              strokeWidth={1.6}
              strokeDasharray={series.style.dash ?? "none"}
            />
            {paths.dots.map((dot) => (
              <circle key={dot.x} cx={dot.x} cy={dot.y} r={2} fill={series.style.colour} />
            ))}
          </g>
        );
      })}
    </g>
  );
}

function laneTitle({ title, model }: ClockLane, isLogarithmic: boolean): string {
  // "IOPS, k IOPS" says its unit twice.
  const isNamedByUnit = model.unitName.endsWith(title);
  return [isNamedByUnit ? "" : title, model.unitName, isLogarithmic ? t`logarithmic` : ""]
    .filter((part) => part !== "")
    .join(", ");
}

/** To the right of the lane's name, as many as have room. */
function LineNames({
  lane,
  isLogarithmic,
  left,
  right,
}: {
  lane: ClockLane;
  isLogarithmic: boolean;
  left: number;
  right: number;
}) {
  const { series } = lane.model;
  if (series.length === 1 && series[0]?.label === lane.title) return null;
  const title = laneTitle(lane, isLogarithmic);
  const start = left + title.length * LETTER + 18;
  const ends = series.map((_, i) =>
    series.slice(0, i + 1).reduce((sum, one) => sum + SWATCH + 18 + one.label.length * LETTER, start),
  );
  const placed = series.flatMap((one, i) =>
    (ends[i] ?? 0) <= right ? [{ one, place: i === 0 ? start : (ends[i - 1] ?? start) }] : [],
  );
  const rest = series.length - placed.length;
  return (
    <>
      {placed.map(({ one, place }) => (
        <g key={one.key}>
          <path
            d={`M${place} -11h${SWATCH}`}
            stroke={one.style.colour}
            strokeWidth={2}
            strokeDasharray={one.style.dash ?? "none"}
          />
          <text x={place + SWATCH + 6} y={-7} className={styles.name}>
            {one.label}
          </text>
        </g>
      ))}
      {rest > 0 && placed.length > 0 && (
        <text x={right} y={-7} textAnchor="end" className={styles.name}>
          +{rest}
        </text>
      )}
    </>
  );
}

/** Ticks that do not touch each other; the lowest is always there. */
function spaced(ticks: readonly number[], y: (value: number) => number): number[] {
  let last = Number.POSITIVE_INFINITY;
  return ticks.filter((value) => {
    const at = y(value);
    if (last - at < MIN_TICK_DISTANCE) return false;
    last = at;
    return true;
  });
}

interface PhaseBandProps {
  phases: readonly ClockPhase[];
  domain: Span;
  x: Scale;
  bottom: number;
}

/** Which part of the run is which, and a line through all lanes where one becomes the next. */
export function PhaseBand({ phases, domain, x, bottom }: PhaseBandProps) {
  return phases.map((phase) => {
    const [from, to] = [Math.max(phase.from_ms, domain.from_ms), Math.min(phase.to_ms, domain.to_ms)];
    if (from >= to) return null;
    const [left, width] = [x(from), x(to) - x(from)];
    const span = t`${{ from_ms: formatTimeInRun(round(phase.from_ms)) }} to ${{ to_ms: formatTimeInRun(round(phase.to_ms)) }}`;
    const whole = phase.job ?? PHASE_WORDS[phase.name];
    const words = [`${whole}: ${span}`, whole, PHASE_SHORT[phase.name]].find(
      (text) => text.length * LETTER + 10 <= width,
    );
    const isMeasured = phase.name === "measured";
    return (
      <g key={`${phase.name} ${phase.from_ms}`} data-phase={phase.name}>
        <title>{`${whole}: ${span}`}</title>
        <rect
          x={left}
          y={0}
          // A pixel of the ground tells one phase from the next.
          width={Math.max(1, width - 1)}
          height={BAND}
          fill={isMeasured ? "var(--accent-soft)" : "var(--grid)"}
        />
        {isMeasured && (
          <path
            d={`M${left} ${PHASES_HEIGHT - 6}V${bottom}M${left + width} ${PHASES_HEIGHT - 6}V${bottom}`}
            className={styles.edge}
          />
        )}
        {words !== undefined && (
          <text
            x={left + width / 2}
            y={13}
            textAnchor="middle"
            className={isMeasured ? styles.measured : styles.name}
          >
            {words}
          </text>
        )}
      </g>
    );
  });
}

/** Tenths of a second are as much as a band can show. */
function round(ms: number): number {
  return Math.round(ms / 100) * 100;
}
