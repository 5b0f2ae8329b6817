import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { type DrawnEffect, type EffectRow, effectModel } from "@/charts/effect-model";
import { RowChart } from "@/charts/RowChart";
import { HALO, NoRows, RowHeadings, Whisker } from "@/charts/RowMarks";
import { across, BAR, rowLayout } from "@/charts/row-layout";
import type { Series } from "@/charts/series-style";

interface EffectChartProps {
  /** For tests and for the name of a downloaded file. */
  name: string;
  title: string;
  subtitle: string;
  rows: readonly EffectRow[];
  /** The new sides; with one, the legend is left out. */
  sides: readonly Series[];
  isLowerBetter: boolean;
}

/** How much each row changed from base; right is better, grey is no claim, the whisker the 95 % interval. */
export function EffectChart({ name, title, subtitle, rows, sides, isLowerBetter }: EffectChartProps) {
  const model = useMemo(
    () =>
      effectModel(
        rows,
        sides.map(({ label }) => label),
        isLowerBetter,
        title,
      ),
    [rows, sides, isLowerBetter, title],
  );
  const several = sides.length > 1;
  const frame = { name, words: { title, subtitle }, series: several ? sides : [] };
  if (model === null) return <NoRows frame={frame} notice={t`No row has a value on both sides.`} />;
  const layout = rowLayout(
    model.rows.map(({ group }) => group),
    sides.length,
  );
  const zero = across(model.zero);
  return (
    <RowChart
      frame={frame}
      layout={layout}
      model={model}
      alt={t`Bar chart: ${title}, ${plural({ rows: model.rows.length }, { one: "# row", other: "# rows" })}. The table has the same data.`}
    >
      <line x1={zero} x2={zero} y1={0} y2={layout.axisY} stroke="var(--line-strong)" />
      <RowHeadings headings={layout.headings} />
      {model.rows.map(({ key, name: rowName, bars }, row) => (
        <g key={key}>
          {/* Cut off before it runs into the figures; the table has it whole. */}
          <svg
            width={several ? "55%" : "76%"}
            height={layout.nameY(row) + 6}
            overflow="hidden"
            aria-hidden="true"
          >
            <text x={0} y={layout.nameY(row)} style={HALO}>
              {rowName}
            </text>
          </svg>
          <text x="100%" y={layout.nameY(row)} textAnchor="end" style={HALO}>
            {bars.map((bar) => bar?.label ?? "–").join(" · ")}
          </text>
          {bars.map(
            (bar, side) =>
              bar !== null && (
                <Bar
                  key={sides[side]?.key}
                  bar={bar}
                  y={layout.barY(row, side)}
                  mark={sides[side]}
                  several={several}
                />
              ),
          )}
        </g>
      ))}
    </RowChart>
  );
}

interface BarProps {
  bar: DrawnEffect;
  y: number;
  mark: Series | undefined;
  several: boolean;
}

function Bar({ bar, y, mark, several }: BarProps) {
  const middle = y + BAR / 2;
  return (
    <g>
      <rect
        x={across(bar.from)}
        width={across(bar.to - bar.from)}
        y={y}
        height={BAR}
        rx={2}
        fill={bar.colour}
        fillOpacity={0.75}
      />
      {several && (
        <rect x={0} width={4} y={y} height={BAR} fill={mark?.style.colour}>
          <title>{mark?.label}</title>
        </rect>
      )}
      {bar.whisker !== null && <Whisker ends={bar.whisker} y={middle} />}
    </g>
  );
}
