/** How alike runs went up to the one in a row, as a small line. */
import { useContext } from "react";
import type { ListedResult as Result } from "@/api/types";
import { mainMetric } from "@/lib/main-metric";
import { type BandwidthUnits, formatBandwidth, formatIops } from "@/lib/units";
import styles from "@/pages/runs/RunTable.module.css";
import type { RunRow } from "@/pages/runs/rows";
import { Trends, type TrendsOfRuns } from "@/pages/runs/trends";
import { Trend } from "@/sections/Trend";

interface TrendOfRowProps {
  row: RunRow;
  units: BandwidthUnits;
}

/** One line per headline result; empty for the first run of its kind. */
export function TrendOfRow({ row, units }: TrendOfRowProps) {
  const trends = useContext(Trends);
  return (
    <span className={styles.lines}>
      {row.lines.map((result) => {
        const values = valuesOf(trends, row, result);
        return (
          <span key={result.id} className={styles.line}>
            {values !== null && <Trend values={values} format={formatOf(result, units)} />}
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

/** What was measured, the oldest first, the row's own run last; null below two. */
function valuesOf(trends: TrendsOfRuns, row: RunRow, result: Result): number[] | null {
  const trend = trends
    .get(row.run.id)
    ?.find((one) => one.workload_id === result.workload_id && one.direction === result.direction);
  const measured = trend?.[mainMetric(result)] ?? [];
  const known = measured.filter((value) => value !== null);
  return row.fold !== null || known.length < 2 || measured.at(-1) === null ? null : known;
}
