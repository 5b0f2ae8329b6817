/** How alike runs went up to the one in a row, as a small line. */
import { t } from "@lingui/core/macro";
import { useContext } from "react";
import type { ListedResult as Result, TrendOut } from "@/api/types";
import { type BandwidthUnits, formatBandwidth, formatIops } from "@/lib/units";
import { mainMetric } from "@/subjects/runs/list/main-metric";
import styles from "@/subjects/runs/list/RunTable.module.css";
import type { RunRow } from "@/subjects/runs/list/rows";
import { Trends, type TrendsOfRuns } from "@/subjects/runs/list/trends";
import { Trend } from "@/subjects/runs/parts/Trend";
import { Missing } from "@/ui/Missing";

interface TrendOfRowProps {
  row: RunRow;
  units: BandwidthUnits;
}

/** One line per headline result; empty for the first run of its kind. */
export function TrendOfRow({ row, units }: TrendOfRowProps) {
  const trends = useContext(Trends);
  return (
    <span className="stack">
      {row.lines.map((result) => {
        const trend = trendOf(trends, row, result);
        const values = valuesOf(trend, row, result);
        return (
          <span key={result.id} className={styles.line}>
            {values !== null && (
              <Trend values={values} doubted={trend?.doubted_count ?? 0} format={formatOf(result, units)} />
            )}
            {row.fold === null && row.run.verdict?.kind === "trust" && (
              <Missing reason={t`excluded from the trend (unreliable)`} />
            )}
          </span>
        );
      })}
    </span>
  );
}

function formatOf(result: Result, units: BandwidthUnits): (value: number) => string {
  return mainMetric(result) === "iops"
    ? (value) => `${formatIops(value)} IOPS`
    : (value) => formatBandwidth(value, units);
}

function trendOf(trends: TrendsOfRuns, { run }: RunRow, { workload_id: id, direction }: Result) {
  return trends.get(run.id)?.find((one) => one.workload_id === id && one.direction === direction);
}

/** What was measured, the oldest first, the row's own run last; null below two. */
function valuesOf(trend: TrendOut | undefined, row: RunRow, result: Result): number[] | null {
  const measured = trend?.[mainMetric(result)] ?? [];
  const known = measured.filter((value) => value !== null);
  return row.fold !== null || known.length < 2 || measured.at(-1) === null ? null : known;
}
