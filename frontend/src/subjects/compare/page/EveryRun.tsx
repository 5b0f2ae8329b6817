import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Comparison } from "@/api/types";
import { EveryRunChart } from "@/charts/EveryRunChart";
import type { RunLane } from "@/charts/every-run-model";
import type { Series } from "@/charts/series-style";
import { formatMetric, type Metric } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import { axisUnit, type BandwidthUnits } from "@/lib/units";
import { comparedRatingsQuery } from "@/subjects/compare/page/Ratings";
import { yardsticksOf } from "@/subjects/compare/page/yardsticks";
import { baseOf, type CompareRow } from "@/subjects/compare/parts/comparison-rows";
import { seriesUnit } from "@/subjects/runs/parts/series-words";

interface EveryRunProps {
  row: CompareRow;
  answer: Comparison;
  /** Base first. */
  sides: readonly Series[];
  metric: Metric;
  units: BandwidthUnits;
  /** There are other workloads. */
  isOneOfMany: boolean;
}

/** One workload's runs on both sides, beside what the path carries and the drives are rated. */
export function EveryRun({ row, answer, sides, metric, units, isOneOfMany }: EveryRunProps) {
  const navigate = useNavigate();
  const ratings = useQuery(comparedRatingsQuery(answer)).data?.items;
  const lanes = useMemo(
    () =>
      [baseOf(row), ...row.cells.map((cell) => cell?.new ?? null)].map((figures, side): RunLane => {
        const values = (figures?.values ?? []).map(({ run_id, value }) => ({ runId: run_id, value }));
        return {
          name: sides[side]?.label ?? "",
          values,
          yardsticks: yardsticksOf(answer, row, metric, side, ratings ?? []),
        };
      }),
    [answer, row, metric, sides, ratings],
  );
  const measure = useMemo(
    () => ({
      format: (value: number) => formatMetric(metric, value, units),
      unitFor: (largest: number) => axisUnit(seriesUnit(metric.unit), largest, units),
      csvMetric: metric.name,
    }),
    [metric, units],
  );
  return (
    <EveryRunChart
      title={t`Every run: ${{ title: metric.title }}${{ workload: isOneOfMany ? t` · ${{ name: row.name }}` : "" }}`}
      sides={sides}
      lanes={lanes}
      measure={measure}
      onPick={(runId) => void navigate({ to: paths.run(runId) })}
    />
  );
}
