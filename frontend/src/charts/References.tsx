import { usePlotArea, useXAxisScale, useYAxisScale } from "recharts";
import styles from "@/charts/ChartFrame.module.css";
import type { Reference, ReferenceKind } from "@/charts/reference-model";
import { spreadLabels } from "@/charts/sweep-model";

const DASHES: Record<ReferenceKind, string> = { rated: "6 3", ceiling: "2 3", median: "12 4" };
const LETTERS = 14;

/** Lines over the whole plot, each with its name at the right end; a course that is drawn elsewhere only has its name. */
export function References({ references }: { references: readonly Reference[] }) {
  const area = usePlotArea();
  const x = useXAxisScale();
  const y = useYAxisScale();
  if (area === undefined || x === undefined || y === undefined) return null;
  const end = area.x + area.width;
  const placed = references.flatMap((one) => {
    const height = y(one.value);
    return height === undefined ? [] : [{ ...one, height, right: one.x === null ? end : (x(one.x) ?? end) }];
  });
  const words = spreadLabels(
    placed.map(({ height }) => height - 5),
    LETTERS,
  );
  return (
    <g data-testid="references">
      {placed.map((one, i) => (
        <g key={one.kind}>
          {one.x === null && (
            <path
              d={`M${area.x} ${one.height}H${end}`}
              stroke="var(--ref)"
              strokeWidth={1.5}
              strokeDasharray={DASHES[one.kind]}
            />
          )}
          <text
            className={styles.annotation}
            x={Math.min(one.right, end)}
            y={words[i]}
            textAnchor="end"
            stroke="var(--panel)"
            strokeWidth={3}
            paintOrder="stroke"
          >
            {one.text}
          </text>
        </g>
      ))}
    </g>
  );
}
