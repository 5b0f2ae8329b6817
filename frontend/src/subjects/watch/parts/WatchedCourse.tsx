import { plural, t } from "@lingui/core/macro";
import { useCallback, useMemo } from "react";
import type { Change, ChangeDetail, FactCourse, WatchedSeries } from "@/api/types";
import type { Annotation } from "@/charts/annotation-model";
import { FactorChart } from "@/charts/FactorChart";
import { formatMoment } from "@/lib/time";
import {
  lanesOf,
  levelLines,
  MAX_LANES,
  runLines,
  stepAnnotations,
} from "@/subjects/watch/parts/watched-course";

interface WatchedCourseProps {
  name: string;
  of: Pick<WatchedSeries, "metric" | "metric_title" | "unit" | "workload_words" | "host">;
  points: ChangeDetail["points"];
  levels: ChangeDetail["levels"];
  changes: readonly Change[];
  /** What else changed meanwhile; the page of one change names its own beside it. */
  facts?: readonly FactCourse[];
  /** What people noted of that time. */
  notes?: readonly Annotation[];
  reading?: string;
  onOpen: (runId: string) => void;
}

const NOTHING: readonly never[] = [];

/** Runs of a watched series over time, the level between each two steps, and what else changed, on one axis. */
export function WatchedCourse({
  name,
  of,
  points,
  levels,
  changes,
  facts = NOTHING,
  notes = NOTHING,
  reading,
  onOpen,
}: WatchedCourseProps) {
  const lines = useMemo(() => runLines(points), [points]);
  const drawn = useMemo(() => levelLines(levels, of.unit), [levels, of.unit]);
  const lanes = useMemo(() => lanesOf(facts, points), [facts, points]);
  const steps = useMemo(() => stepAnnotations(changes), [changes]);
  const annotations = useMemo(() => [...steps, ...notes], [steps, notes]);
  const formatX = useCallback(
    (x: number | string) => formatMoment(new Date(x).toISOString(), new Date()),
    [],
  );
  return (
    <FactorChart
      name={name}
      title={t`${{ metric_title: of.metric_title }} of ${{ workload_words: of.workload_words }}`}
      subtitle={subtitleOf(points.length, of.host.name, steps.length, facts.length)}
      reading={reading}
      lines={lines}
      marks="median"
      xTitle={t`Started`}
      xKind="local"
      xUnit=""
      formatX={formatX}
      unit={of.unit === "IOPS" ? "1/s" : of.unit}
      units="decimal"
      metricName={of.metric}
      isLogX={false}
      isLogY={false}
      onPick={([run]) => run !== undefined && onOpen(run)}
      annotations={annotations}
      levels={drawn}
      lanes={lanes}
    />
  );
}

function subtitleOf(runs: number, host: string, steps: number, facts: number): string {
  return [
    t`${plural(runs, { one: "# run", other: "# runs" })} on ${host}, one point each`,
    t`solid line: median between changes`,
    ...(steps === 0 ? [] : [t`dashed line: detected change`]),
    ...(facts === 0
      ? []
      : [
          facts > MAX_LANES
            ? t`below: ${MAX_LANES} of ${facts} recorded changes`
            : t`below: recorded changes`,
        ]),
  ].join("; ");
}
