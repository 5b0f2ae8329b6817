import { t } from "@lingui/core/macro";
import { useRef } from "react";
import { ChartTooltip } from "@/charts/ChartTooltip";
import type { ClockChartProps } from "@/charts/ClockChart";
import styles from "@/charts/ClockChart.module.css";
import { LaneDrawing, PhaseBand } from "@/charts/ClockLanes";
import {
  type ClockLane,
  clockHeight,
  clockScales,
  clockTicks,
  cursorRows,
  LANE,
  laneTop,
  PHASES_HEIGHT,
  type Span,
} from "@/charts/clock-model";
import { useClockCursor } from "@/charts/use-clock-cursor";
import { useWidth } from "@/charts/use-width";
import { formatClock } from "@/lib/time";
import { formatTimeInRun } from "@/lib/units";

const LEFT = 50;
const RIGHT = 14;
const NARROW = 480;

interface ClockPlotProps extends ClockChartProps {
  lanes: readonly ClockLane[];
  /** Where the cursor can stand, ms. */
  moments: readonly number[];
  /** Names of the lanes with a logarithmic axis. */
  logarithmic: ReadonlySet<string>;
}

/** The drawing of a clock, with its cursor and the choice of a window by pointer or keyboard. */
export function ClockPlot(props: ClockPlotProps) {
  const { lanes, moments, shown, domain, phases, zeroAtMs, window, units, logarithmic, onWindow } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const right = Math.max(LEFT + 1, width - RIGHT);
  const scales = clockScales(domain, LEFT, right);
  const cursor = useClockCursor({
    moments,
    at: scales.at,
    minLength: 2 * shown.bucket_ms,
    hasWindow: window !== null,
    onWindow,
  });
  const height = clockHeight(lanes.length);
  const bottom = laneTop(lanes.length - 1) + LANE.plot;
  const selection = cursor.selection ?? window;
  const clamped = selection === null ? null : within(selection, domain);
  const at = cursor.at;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing that takes keys is no fieldset
    <div
      ref={frame}
      className={styles.plot}
      role="group"
      aria-label={t`Time chart, ${{ lanes: lanes.length }} lanes: ${{ titles: lanes.map(({ title }) => title).join(", ") }}. Use the left and right arrow keys to move, Enter to start and end a time range, Escape to clear it.`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the cursor is moved by arrow keys
      tabIndex={0}
      {...cursor.handlers}
    >
      {width > 0 && (
        <svg
          data-picture=""
          data-ready=""
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
          aria-hidden="true"
        >
          <PhaseBand phases={phases} domain={domain} x={scales.x} bottom={bottom} />
          {lanes.map((lane, i) => (
            <LaneDrawing
              key={lane.name}
              lane={lane}
              top={laneTop(i)}
              left={LEFT}
              right={right}
              isLogarithmic={logarithmic.has(lane.name)}
              x={scales.x}
            />
          ))}
          {clockTicks(domain, right - LEFT).map((ms) => (
            <text
              key={ms}
              x={Math.min(scales.x(ms), right - 12)}
              y={bottom + 18}
              textAnchor="middle"
              className={styles.tick}
            >
              {formatTimeInRun(ms)}
            </text>
          ))}
          {clamped !== null && (
            <rect
              data-window=""
              x={scales.x(clamped.from_ms)}
              y={PHASES_HEIGHT - 6}
              width={Math.max(1, scales.x(clamped.to_ms) - scales.x(clamped.from_ms))}
              height={bottom - PHASES_HEIGHT + 6}
              className={styles.window}
            />
          )}
          {at !== null && (
            <path
              data-transient=""
              d={`M${scales.x(at)} ${PHASES_HEIGHT - 6}V${bottom}`}
              className={styles.cursor}
            />
          )}
        </svg>
      )}
      {at !== null && (
        <div className={styles.tooltip} style={tooltipPlace(scales.x(at), width)}>
          <ChartTooltip
            title={[formatTimeInRun(at), zeroAtMs === null ? null : formatClock(zeroAtMs + at)]
              .filter((part) => part !== null)
              .join(" · ")}
            rows={cursorRows(lanes, shown, at, units)}
          />
        </div>
      )}
    </div>
  );
}

function within(span: Span, domain: Span): Span | null {
  const part = {
    from_ms: Math.max(span.from_ms, domain.from_ms),
    to_ms: Math.min(span.to_ms, domain.to_ms),
  };
  return part.from_ms < part.to_ms ? part : null;
}

/** At the side with room; where neither has any, below the phases across the whole width. */
function tooltipPlace(x: number, width: number) {
  if (width < NARROW) return { left: 8, right: 8, top: 0 };
  return x > width / 2 ? { right: width - x + 12, top: PHASES_HEIGHT } : { left: x + 12, top: PHASES_HEIGHT };
}
