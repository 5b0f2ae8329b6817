import { usePlotArea, useXAxisScale, useYAxisScale } from "recharts";
import { bandPath } from "@/charts/band-path";
import type { TimeRow } from "@/charts/time-series-model";

/** The area from lowest to highest value of one series. Recharts' Area does the same for 4 kB more. */
export function Band({ rows, column, colour }: { rows: readonly TimeRow[]; column: number; colour: string }) {
  const x = useXAxisScale();
  const y = useYAxisScale("left");
  if (x === undefined || y === undefined) return null;
  const corners = rows.map((row) => ({ at: row.t, band: row.band[column] ?? null }));
  return (
    <path
      d={bandPath(
        corners,
        (value) => x(value) ?? 0,
        (value) => y(value) ?? 0,
      )}
      fill={colour}
      fillOpacity={0.18}
    />
  );
}

/** A value between two gaps has no line to either side: it is drawn as a point, or it would vanish. */
export function LonelyPoints({
  rows,
  column,
  colour,
}: {
  rows: readonly TimeRow[];
  column: number;
  colour: string;
}) {
  const x = useXAxisScale();
  const y = useYAxisScale("left");
  if (x === undefined || y === undefined) return null;
  return rows.map((row, i) => {
    const value = row.mean[column] ?? null;
    const isAlone = rows[i - 1]?.mean[column] == null && rows[i + 1]?.mean[column] == null;
    return value !== null && isAlone ? (
      <circle key={row.t} cx={x(row.t)} cy={y(value)} r={2} fill={colour} />
    ) : null;
  });
}

/** What is being dragged over. */
export function Selection({ from, to }: { from: number; to: number }) {
  const x = useXAxisScale();
  const plot = usePlotArea();
  if (x === undefined || plot === undefined) return null;
  const [left, right] = [x(from) ?? 0, x(to) ?? 0];
  return (
    <rect
      x={left}
      y={plot.y}
      width={Math.max(0, right - left)}
      height={plot.height}
      fill="var(--accent)"
      fillOpacity={0.12}
    />
  );
}
