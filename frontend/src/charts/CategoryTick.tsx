import { shortenMiddle } from "@/lib/format";

/** Of the axis' 12 px type, on average. */
const CHARACTER_PX = 6.6;

interface CategoryTickProps {
  labelAt: (position: number) => string;
  /** The rest comes from Recharts. */
  x?: number;
  y?: number;
  width?: number;
  visibleTicksCount?: number;
  payload?: { value: number };
}

/** The name of a group, as long as its share of the axis allows; whole on hovering. */
export function CategoryTick({
  labelAt,
  x = 0,
  y = 0,
  width = 0,
  visibleTicksCount = 1,
  payload,
}: CategoryTickProps) {
  const label = labelAt(payload?.value ?? 0);
  const most = Math.max(3, Math.floor((width / visibleTicksCount - 6) / CHARACTER_PX));
  return (
    <text x={x} y={y} dy="0.71em" textAnchor="middle" fill="var(--ink-3)" fontSize={12}>
      <title>{label}</title>
      {shortenMiddle(label, most)}
    </text>
  );
}
