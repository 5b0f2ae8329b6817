import { t } from "@lingui/core/macro";
import { useMemo } from "react";
import { EffectChart } from "@/charts/EffectChart";
import { SideBarsChart } from "@/charts/SideBarsChart";
import type { Series } from "@/charts/series-style";
import { formatMetric, type Metric } from "@/lib/metrics";
import { axisUnit, type BandwidthUnits, type SeriesUnit } from "@/lib/units";
import type { RowGroup } from "@/subjects/compare/parts/comparison-groups";
import { baseOf, type CompareRow } from "@/subjects/compare/parts/comparison-rows";
import styles from "@/subjects/compare/parts/RowCharts.module.css";

interface RowChartsProps {
  groups: readonly RowGroup[];
  /** Base first. */
  sides: readonly Series[];
  metric: Metric;
  units: BandwidthUnits;
  /** Where a run has a page of its own. */
  onPick?: (runId: string) => void;
}

/** The table's rows drawn: the sides with every run, and the change with its interval. */
export function RowCharts({ groups, sides, metric, units, onPick }: RowChartsProps) {
  const rows = useMemo(
    () => groups.flatMap((group) => group.rows.map((row) => ({ row, group: group.title }))),
    [groups],
  );
  const bars = useMemo(
    () =>
      rows.map(({ row, group }) => ({
        key: row.key,
        name: labelOf(row),
        group,
        sides: [baseOf(row), ...row.cells.map((cell) => cell?.new ?? null)].map((figures) =>
          figures === null || figures.median === null
            ? null
            : {
                median: figures.median,
                values: figures.values.map(({ run_id, value }) => ({ runId: run_id, value })),
              },
        ),
      })),
    [rows],
  );
  const effects = useMemo(
    () =>
      rows.map(({ row, group }) => ({
        key: row.key,
        name: labelOf(row),
        group,
        bars: row.cells.map((cell) =>
          cell === null
            ? null
            : {
                ratio: cell.ratio,
                ci95: cell.ratio_ci95,
                decimals: cell.ratio_decimals,
                verdict: cell.verdict,
              },
        ),
      })),
    [rows],
  );
  const measure = useMemo(
    () => ({
      format: (value: number) => formatMetric(metric, value, units),
      unitFor: (largest: number) => axisUnit(seriesUnit(metric), largest, units),
      csvMetric: metric.name,
    }),
    [metric, units],
  );
  return (
    <div className={`tiles ${styles.charts}`}>
      <SideBarsChart
        title={t`${{ title: metric.title }}, every run`}
        subtitle={t`bar = median, whisker = lowest to highest run, dot = run`}
        rows={bars}
        sides={sides}
        measure={measure}
        {...(onPick === undefined ? {} : { onPick })}
      />
      <EffectChart
        name="effect"
        title={t`Change of ${{ title: metric.title }} from base`}
        subtitle={t`Right is better${{ lowerValues: metric.isLowerBetter === true ? t` (lower values)` : "" }} · whisker = 95 % interval · grey = no difference shown, or not significant`}
        rows={effects}
        sides={sides.slice(1)}
        isLowerBetter={metric.isLowerBetter === true}
      />
    </div>
  );
}

/** Read and write of one mixed job have the same words but for their direction. */
function labelOf({ name, direction }: CompareRow): string {
  return name.includes(direction) && !/\b(rw|readwrite|randrw)\b/.test(name) ? name : `${name}, ${direction}`;
}

function seriesUnit({ unit }: Metric): SeriesUnit {
  return unit === "IOPS" ? "1/s" : unit;
}
