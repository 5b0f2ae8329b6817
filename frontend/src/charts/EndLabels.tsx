/** What lines are called, at their ends: so few that no legend is needed to tell them apart. */
import { t } from "@lingui/core/macro";
import { usePlotArea, useYAxisScale } from "recharts";
import type { FactorModel } from "@/charts/factor-model";
import { spreadLabels } from "@/charts/sweep-model";
import { shortenMiddle } from "@/lib/format";

export interface End {
  /** Of the series that it belongs to. */
  key: string;
  /** The last value. */
  value: number;
  text: string;
  colour: string;
}

/** More lines than these have their names above the chart alone. */
const MAX_LINES = 4;
const MAX_LETTERS = 15;
const LETTER = 6.4;
const GAP = 8;
const LINE = 14;
const IDEAL = t`ideal`;

/** Names of joined lines where there are several, and of the ideal lines. */
export function endLabels({
  series,
  rows,
  isJoined,
}: Pick<FactorModel, "series" | "rows" | "isJoined">): End[] {
  if (series.length > MAX_LINES || rows.length < 2) return [];
  const short = series.map(({ label }) => shortenMiddle(label, MAX_LETTERS));
  // Names that read alike once they are shortened tell nothing apart: the legend has them whole.
  const areDistinct = new Set(short).size === short.length;
  const last = (values: readonly (number | null)[]) => values.findLast((value) => value !== null) ?? null;
  return series.flatMap(({ key, style }, i): End[] => {
    const own = last(rows.map(({ mean }) => mean[i] ?? null));
    const ideal = last(rows.map((row) => row.ideal[i] ?? null));
    const isNamed = series.length > 1 && isJoined[i] === true && areDistinct;
    return [
      ...(isNamed && own !== null ? [{ key, value: own, text: short[i] ?? "", colour: style.colour }] : []),
      ...(ideal !== null ? [{ key, value: ideal, text: IDEAL, colour: "var(--ref)" }] : []),
    ];
  });
}

/** Room that they take beside the plot. */
export function endWidth(ends: readonly End[]): number {
  return ends.length === 0 ? 0 : GAP + Math.max(...ends.map(({ text }) => text.length)) * LETTER;
}

/** Right of the plot, moved apart where lines end close to each other. */
export function EndLabels({ ends }: { ends: readonly End[] }) {
  const area = usePlotArea();
  const y = useYAxisScale();
  if (area === undefined || y === undefined) return null;
  const heights = ends.map(({ value }) => (y(value) ?? 0) + 4);
  const places = spreadLabels(heights, LINE);
  return (
    <g data-testid="line-ends" fontSize={12}>
      {ends.map(({ key, text, colour }, i) => (
        <text
          key={`${key} ${text}`}
          x={area.x + area.width + GAP / 2}
          y={places[i]}
          style={{ fill: colour, stroke: "var(--panel)", strokeWidth: 3, paintOrder: "stroke" }}
        >
          {text}
        </text>
      ))}
    </g>
  );
}
