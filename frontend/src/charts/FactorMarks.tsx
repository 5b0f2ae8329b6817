import { useXAxisScale, useYAxisScale } from "recharts";
import type { Dot } from "@/charts/factor-model";

/*
 * Drawn by ourselves: Recharts' Scatter takes a third of a second for 2,000 points, and with its ErrorBar and
 * ReferenceLine it would weigh as much again as the lines that every chart needs.
 */

interface DotsProps {
  dots: readonly Dot[];
  colour: string;
  onPick?: (runId: string) => void;
}

/** Every single value; a click opens its run. The table beside the chart leads to the same runs by keyboard. */
export function Dots({ dots, colour, onPick }: DotsProps) {
  const x = useXAxisScale();
  const y = useYAxisScale();
  if (x === undefined || y === undefined) return null;
  return (
    <g
      fill={colour}
      fillOpacity={0.35}
      style={{ cursor: onPick === undefined ? "default" : "pointer" }}
      onClick={(event) => {
        const runId = event.target instanceof Element ? event.target.getAttribute("data-run") : null;
        if (runId !== null) onPick?.(runId);
      }}
    >
      {dots.map((dot, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: dots have no state and a run may stand twice at one place
        <circle key={i} data-run={dot.runId} cx={x(dot.x)} cy={y(dot.y)} r={3} />
      ))}
    </g>
  );
}

interface WhiskersProps {
  whiskers: readonly { x: number; mean: number | null; interval: readonly [number, number] | null }[];
  colour: string;
}

/** The 95 % interval of each mean, with its two ends. */
export function Whiskers({ whiskers, colour }: WhiskersProps) {
  const x = useXAxisScale();
  const y = useYAxisScale();
  if (x === undefined || y === undefined) return null;
  return (
    <g stroke={colour} strokeWidth={1.5}>
      {whiskers.map(({ x: place, mean, interval }) => {
        if (mean === null || interval === null) return null;
        const [middle, bottom, top] = [x(place), y(mean - interval[0]), y(mean + interval[1])];
        if (middle === undefined || bottom === undefined || top === undefined) return null;
        return (
          <path
            key={place}
            d={`M${middle - 4} ${bottom}h8M${middle - 4} ${top}h8M${middle} ${bottom}V${top}`}
            fill="none"
          />
        );
      })}
    </g>
  );
}

/** What runs one after the other have in the middle. */
export interface Level {
  from: number;
  to: number;
  value: number;
  /** What stands above it where there is room. */
  label: string;
  /** In words, for who points at it. */
  text: string;
}

const LETTER = 7;
// A change begins with the level: its line would go through the figure.
const BESIDE = 5;
// So that a level of one run is a line.
const MIN_LEVEL = 10;

/** Level lines over the points, each as long as its runs. */
export function Levels({ levels }: { levels: readonly Level[] }) {
  const x = useXAxisScale();
  const y = useYAxisScale();
  if (x === undefined || y === undefined) return null;
  return (
    <g stroke="var(--ink)" strokeWidth={2} strokeLinecap="round" data-levels="">
      {levels.map(({ from, to, value, label, text }) => {
        const [left, right, height] = [x(from), x(to), y(value)];
        if (left === undefined || right === undefined || height === undefined) return null;
        const short = Math.max(0, MIN_LEVEL - (right - left)) / 2;
        return (
          <g key={from}>
            <path d={`M${left - short} ${height}H${right + short}`}>
              <title>{text}</title>
            </path>
            {right - left > label.length * LETTER + BESIDE && (
              <text
                x={left + BESIDE}
                y={height - 12}
                fill="var(--ink)"
                stroke="var(--panel)"
                strokeWidth={3}
                paintOrder="stroke"
                fontSize={12}
                fontWeight={600}
              >
                {label}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}
