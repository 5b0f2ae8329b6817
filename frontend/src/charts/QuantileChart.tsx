import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { Marker } from "@/charts/Marker";
import { type QuantileInput, quantileModel } from "@/charts/quantile-model";
import { RowChart } from "@/charts/RowChart";
import { HALO, Whisker } from "@/charts/RowMarks";
import { across, BAR, rowLayout } from "@/charts/row-layout";

interface QuantileChartProps extends QuantileInput {
  name: string;
  subtitle: string;
  reading?: string | undefined;
}

/** A row for each set and one for the drives here; bars are the middle half, lines reach from lowest to highest. */
export function QuantileChart({ name, subtitle, reading, ...input }: QuantileChartProps) {
  const { title, rows, format, unitFor, csvValue } = input;
  const model = useMemo(
    () => quantileModel({ title, rows, format, unitFor, csvValue }),
    [title, rows, format, unitFor, csvValue],
  );
  const layout = rowLayout(
    model.rows.map(() => ""),
    1,
  );
  return (
    <RowChart
      frame={{ name, words: { title, subtitle, reading }, series: [] }}
      layout={layout}
      model={model}
      alt={t`Distributions: ${title}. ${{ rows: model.rows.map(({ label }) => label).join("; ") }}. The table has the same data.`}
    >
      {model.rows.map(({ key, label, line, box, middle, dots }, i) => {
        const y = layout.barY(i, 0) + BAR / 2;
        return (
          <g key={key}>
            <text x={0} y={layout.nameY(i)} style={HALO}>
              {label}
            </text>
            {box !== null && (
              <rect
                x={across(box[0])}
                width={across(box[1] - box[0])}
                y={y - BAR / 2}
                height={BAR}
                fill="var(--s0)"
                fillOpacity={0.35}
              />
            )}
            {line !== null && <Whisker ends={line} y={y} />}
            {middle !== null && (
              <line
                x1={across(middle)}
                x2={across(middle)}
                y1={y - BAR / 2}
                y2={y + BAR / 2}
                stroke="var(--s0)"
                strokeWidth={2.5}
              />
            )}
            {dots.map((dot) => (
              <svg key={dot.key} x={across(dot.at)} y={y} overflow="visible" aria-hidden="true">
                <title>{dot.text}</title>
                <Marker shape="circle" colour="var(--s1)" x={0} y={0} />
              </svg>
            ))}
          </g>
        );
      })}
    </RowChart>
  );
}
