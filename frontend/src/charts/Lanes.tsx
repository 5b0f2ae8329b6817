import { usePlotArea, useXAxisScale } from "recharts";

/** Something that had one value after the other, along the same x as the points above it. */
export interface Lane {
  key: string;
  title: string;
  spans: readonly LaneSpan[];
}

export interface LaneSpan {
  from: number;
  /** Where it is known to have ended: the next span's begin, or earlier where nothing tells what lies between. */
  to: number;
  text: string;
}

const LANE = 36;
const TITLE = 14;
const BAND = 17;
/** From the plot's bottom: the axis, its ticks and its title. */
const BELOW_AXIS = 52;
// Of the typeface at 11 pixels, on the wide side.
const LETTER = 6.4;
const MIN_LETTERS = 2;

/** Pixels that so many lanes take below the axis. */
export function lanesHeight(lanes: number): number {
  return lanes === 0 ? 0 : lanes * LANE + 14;
}

/** One lane below the other: a band per value with its words, a bar where it changed. The table beside says the same. */
export function Lanes({ lanes, moments }: { lanes: readonly Lane[]; moments: readonly { x: number }[] }) {
  const area = usePlotArea();
  const x = useXAxisScale();
  if (area === undefined || x === undefined || lanes.length === 0) return null;
  const top = area.y + area.height + BELOW_AXIS;
  const [left, right] = [area.x, area.x + area.width];
  const place = (at: number) => Math.min(right, Math.max(left, x(at) ?? left));
  return (
    <g fontSize={11} data-lanes="">
      {moments.map((moment) => (
        <path
          key={moment.x}
          d={`M${place(moment.x)} ${top}v${lanes.length * LANE}`}
          stroke="var(--warn)"
          strokeDasharray="4 4"
        />
      ))}
      {lanes.map((lane, i) => (
        <g key={lane.key} transform={`translate(0 ${top + i * LANE})`}>
          <text x={left} y={10} fill="var(--ink-2)" fontWeight={600}>
            {lane.title}
          </text>
          {lane.spans.map((span, n) => {
            const [from, to] = [place(span.from), place(span.to)];
            const letters = Math.floor((to - from - 10) / LETTER);
            return (
              <g key={span.from}>
                <rect
                  x={from}
                  y={TITLE}
                  width={Math.max(2, to - from)}
                  height={BAND}
                  fill={n % 2 === 0 ? "var(--grid)" : "var(--accent-soft)"}
                >
                  <title>{`${lane.title}: ${span.text}`}</title>
                </rect>
                {n > 0 && (
                  <path d={`M${from} ${TITLE - 2}v${BAND + 4}`} stroke="var(--ink-2)" strokeWidth={2} />
                )}
                {letters >= MIN_LETTERS && (
                  <text x={from + 6} y={TITLE + 12} fill="var(--ink-2)" pointerEvents="none">
                    {span.text.length > letters ? `${span.text.slice(0, letters - 1)}…` : span.text}
                  </text>
                )}
              </g>
            );
          })}
        </g>
      ))}
    </g>
  );
}
