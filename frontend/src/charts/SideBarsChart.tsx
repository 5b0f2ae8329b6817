import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import { RowChart } from "@/charts/RowChart";
import { HALO, NoRows, RowHeadings, Whisker } from "@/charts/RowMarks";
import { across, BAR, rowLayout } from "@/charts/row-layout";
import type { Series } from "@/charts/series-style";
import { type DrawnSide, type SideBarsInput, type SideRow, sideBarsModel } from "@/charts/side-bars-model";

interface SideBarsChartProps {
  title: string;
  subtitle: string;
  rows: readonly SideRow[];
  /** Base first. */
  sides: readonly Series[];
  measure: Pick<SideBarsInput, "format" | "unitFor" | "csvMetric">;
  /** Called with the run behind a dot that was clicked; the page lists the same runs as links. */
  onPick?: (runId: string) => void;
}

/** Base and new beside each other for every workload: bars are medians, dots the runs behind them. */
export function SideBarsChart({ title, subtitle, rows, sides, measure, onPick }: SideBarsChartProps) {
  const model = useMemo(
    () => sideBarsModel({ rows, sideNames: sides.map(({ label }) => label), title, ...measure }),
    [rows, sides, title, measure],
  );
  const scale = model?.isRelative ? t`base median = 100 %` : t`in the metric's unit`;
  const frame = {
    name: "sides",
    words: { title, subtitle: `${subtitle} · ${scale}` },
    series: sides,
  };
  if (model === null) return <NoRows frame={frame} notice={t`No workload has this metric on base.`} />;
  const layout = rowLayout(
    model.rows.map(({ group }) => group),
    sides.length,
  );
  return (
    <RowChart
      frame={frame}
      layout={layout}
      model={model}
      alt={t`Bar chart: ${title}, ${plural({ rows: model.rows.length }, { one: "# workload", other: "# workloads" })}, ${plural({ sides: sides.length }, { one: "# side", other: "# sides" })}. The table has the same data.`}
    >
      <RowHeadings headings={layout.headings} />
      {model.rows.map((row, i) => (
        <g key={row.key}>
          <text x={0} y={layout.nameY(i)} style={HALO}>
            {row.name}
          </text>
          {row.sides.map(
            (side, j) =>
              side !== null && (
                <Side
                  key={sides[j]?.key}
                  side={side}
                  y={layout.barY(i, j)}
                  colour={sides[j]?.style.colour ?? "var(--ref)"}
                  {...(onPick === undefined ? {} : { onPick })}
                />
              ),
          )}
        </g>
      ))}
    </RowChart>
  );
}

/** Beyond this share of the plot a value has no room behind its bar. */
const TURN = 0.6;
/** Between a value and its bar, in pixels. */
const BESIDE = 8;
const POINTER = { cursor: "pointer" };

interface SideProps {
  side: DrawnSide;
  y: number;
  colour: string;
  onPick?: (runId: string) => void;
}

function Side({ side, y, colour, onPick }: SideProps) {
  const middle = y + BAR / 2;
  const far = Math.max(side.end, side.whisker?.[1] ?? 0);
  const near = Math.min(side.end, side.whisker?.[0] ?? 1);
  // A phone has no room behind a long bar: the value is within it.
  const isWithin = far > TURN;
  return (
    <g>
      <rect x={0} width={across(side.end)} y={y} height={BAR} rx={2} fill={colour} fillOpacity={0.35} />
      <line x1={across(side.end)} x2={across(side.end)} y1={y} y2={y + BAR} stroke={colour} strokeWidth={2} />
      {side.whisker !== null && <Whisker ends={side.whisker} y={middle} />}
      {side.dots.map(({ at, runId, text }) => (
        // A mouse's shortcut only: the opened row lists every run as a link.
        <circle
          key={runId}
          cx={across(at)}
          cy={middle}
          r={3.2}
          fill={colour}
          stroke="var(--panel)"
          strokeWidth={0.8}
          {...(onPick === undefined ? {} : { style: POINTER, onClick: () => onPick(runId) })}
        >
          <title>{text}</title>
        </circle>
      ))}
      <text
        x={across(isWithin ? near : far)}
        dx={isWithin ? -BESIDE : BESIDE}
        y={y + BAR - 2}
        textAnchor={isWithin ? "end" : "start"}
        style={HALO}
      >
        {side.label}
      </text>
    </g>
  );
}
