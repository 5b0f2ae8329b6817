import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { Marker } from "@/charts/Marker";
import { RowChart } from "@/charts/RowChart";
import { HALO } from "@/charts/RowMarks";
import { across, BAR, rowLayout } from "@/charts/row-layout";
import { type StripInput, type StripModel, stripModel } from "@/charts/strip-model";

interface StripChartProps extends StripInput {
  name: string;
  subtitle: string;
  reading?: string | undefined;
}

/** A mark per drive, a row per host and firmware; what stands out is a red diamond with its name. */
export function StripChart({ name, subtitle, reading, ...input }: StripChartProps) {
  // The parts, since the object is made anew by each drawing.
  const { title, rows, reference, format, unitFor, columns, csvValue } = input;
  const model = useMemo(
    () => stripModel({ title, rows, reference, format, unitFor, columns, csvValue }),
    [title, rows, reference, format, unitFor, columns, csvValue],
  );
  if (model === null) return null;
  const layout = rowLayout(
    model.rows.map(() => ""),
    1,
  );
  return (
    <RowChart
      frame={{ name, words: { title, subtitle, reading }, series: [] }}
      layout={layout}
      model={model}
      alt={t`Dot plot: ${title}. ${{ rows: model.rows.map((row) => `${row.name}: ${row.words}`).join("; ") }}. The table has the same data.`}
    >
      {model.reference !== null && (
        <line
          x1={across(model.reference.at)}
          x2={across(model.reference.at)}
          y1={0}
          y2={layout.axisY}
          stroke="var(--ink-2)"
          strokeWidth={1.4}
          strokeDasharray="6 3"
        >
          <title>{model.reference.text}</title>
        </line>
      )}
      {model.rows.map((row, i) => (
        <g key={row.name}>
          <text x={0} y={layout.nameY(i)} style={HALO}>
            {row.name}: {row.words}
          </text>
          <Marks row={row} y={layout.barY(i, 0) + BAR / 2} />
        </g>
      ))}
    </RowChart>
  );
}

const RED = { ...HALO, fill: "var(--bad)" } as const;
const BESIDE = 9;

function Marks({ row, y }: { row: StripModel["rows"][number]; y: number }) {
  return (
    <>
      {row.dots.map(({ key, at, lift, text }) => (
        <svg key={key} x={across(at)} y={y + lift} overflow="visible" aria-hidden="true">
          <title>{text}</title>
          <Marker shape="circle" colour="var(--s0)" x={0} y={0} />
        </svg>
      ))}
      {row.apart.map(({ key, at, text, words, isLeft }) => (
        <svg key={key} x={across(at)} y={y} overflow="visible" aria-hidden="true">
          <title>{text}</title>
          <Marker shape="diamond" colour="var(--bad)" x={0} y={0} />
          <text x={isLeft ? -BESIDE : BESIDE} y={4} textAnchor={isLeft ? "end" : "start"} style={RED}>
            {words}
          </text>
        </svg>
      ))}
    </>
  );
}
