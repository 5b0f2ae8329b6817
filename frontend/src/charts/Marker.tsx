import type { MarkerShape } from "@/charts/series-style";

const PATH: Record<MarkerShape, string> = {
  circle: "M-3.4 0a3.4 3.4 0 1 0 6.8 0a3.4 3.4 0 1 0-6.8 0Z",
  square: "M-3 -3h6v6h-6Z",
  triangle: "M0 -4L3.8 3H-3.8Z",
  diamond: "M0 -4.2L4.2 0L0 4.2L-4.2 0Z",
};

interface MarkerProps {
  shape: MarkerShape;
  colour: string;
  x: number;
  y: number;
}

/** The mark of one point; its shape repeats what the colour says. */
export function Marker({ shape, colour, x, y }: MarkerProps) {
  return (
    <path
      d={PATH[shape]}
      transform={`translate(${x} ${y})`}
      fill={colour}
      stroke="var(--panel)"
      strokeWidth={0.8}
    />
  );
}
