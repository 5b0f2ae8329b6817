import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import {
  type EveryRunInput,
  type EveryRunModel,
  everyRunModel,
  type Yardstick,
} from "@/charts/every-run-model";
import { Marker } from "@/charts/Marker";
import { RowChart } from "@/charts/RowChart";
import { HALO, NoRows } from "@/charts/RowMarks";
import { across, BAR, NAME_LINE, rowLayout } from "@/charts/row-layout";
import type { Series, SeriesStyle } from "@/charts/series-style";

interface EveryRunChartProps {
  title: string;
  /** Base first. */
  sides: readonly Series[];
  lanes: EveryRunInput["lanes"];
  measure: Pick<EveryRunInput, "format" | "unitFor" | "csvMetric">;
  /** Called with the run behind a mark that was clicked; the page lists the same runs as links. */
  onPick?: (runId: string) => void;
}

/** The runs of all sides on one axis: a mark is a run, its shape and lane say whose. */
export function EveryRunChart({ title, sides, lanes, measure, onPick }: EveryRunChartProps) {
  const model = useMemo(() => everyRunModel({ lanes, title, ...measure }), [lanes, title, measure]);
  const words = [t`one mark per run`, ...(model?.yardsticks ?? [])].join(" · ");
  const frame = { name: "every-run", words: { title, subtitle: words }, series: sides };
  if (model === null) return <NoRows frame={frame} notice={t`No run of these sides has this metric.`} />;
  const layout = rowLayout(
    model.lanes.map(() => ""),
    1,
  );
  return (
    <RowChart
      frame={frame}
      layout={layout}
      model={model}
      alt={t`Dot plot: ${title}. ${{ lanes: model.lanes.map(({ name, words: range }) => `${name}: ${range}`).join("; ") }}. The table has the same data.`}
    >
      {model.lanes.map((lane, i) => (
        <g key={sides[i]?.key}>
          <text x={0} y={layout.nameY(i)} style={HALO}>
            {lane.name}: {lane.words}
          </text>
          <Lane
            lane={lane}
            y={layout.barY(i, 0)}
            style={sides[i]?.style}
            {...(onPick === undefined ? {} : { onPick })}
          />
        </g>
      ))}
    </RowChart>
  );
}

const DASHES: Record<Yardstick["kind"], string> = { ceiling: "2 3", rated: "6 3" };
const POINTER = { cursor: "pointer" };

interface LaneProps {
  lane: EveryRunModel["lanes"][number];
  y: number;
  style: SeriesStyle | undefined;
  onPick?: (runId: string) => void;
}

function Lane({ lane, y, style, onPick }: LaneProps) {
  const middle = y + BAR / 2;
  const colour = style?.colour ?? "var(--ref)";
  return (
    <>
      {lane.lines.map(({ kind, at, text }) => (
        <line
          key={kind}
          x1={across(at)}
          x2={across(at)}
          y1={y - NAME_LINE / 3}
          y2={y + BAR + 6}
          stroke="var(--ink-2)"
          strokeWidth={1.6}
          strokeDasharray={DASHES[kind]}
        >
          <title>{text}</title>
        </line>
      ))}
      {lane.span !== null && (
        <line
          x1={across(lane.span[0])}
          x2={across(lane.span[1])}
          y1={middle}
          y2={middle}
          stroke={colour}
          strokeWidth={2}
        />
      )}
      {lane.dots.map(({ at, runId, text }) => (
        // A mouse's shortcut only: the opened row lists every run as a link.
        <svg
          key={runId}
          x={across(at)}
          y={middle}
          overflow="visible"
          aria-hidden="true"
          {...(onPick === undefined ? {} : { style: POINTER, onClick: () => onPick(runId) })}
        >
          <title>{text}</title>
          <Marker shape={style?.marker ?? "circle"} colour={colour} x={0} y={0} />
        </svg>
      ))}
    </>
  );
}
