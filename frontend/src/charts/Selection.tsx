import { usePlotArea, useXAxisScale } from "recharts";

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
