import { t } from "@lingui/core/macro";
import { lazy, Suspense } from "react";
import type { Comparison } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { formatMetric, type Metric, metricOf } from "@/lib/metrics";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import { SideMark } from "@/subjects/compare/page/TableHead";
import { type CompareRow, partsOf } from "@/subjects/compare/parts/comparison-rows";
import { changeText, intervalText, missingReason, VERDICT } from "@/subjects/compare/parts/comparison-words";
import type { CompareQuery } from "@/subjects/compare/queries";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { Skeleton } from "@/ui/Skeleton";
import { NumberCell, Table } from "@/ui/Table";

// Recharts is a third of all script: the page's words and numbers do not wait for it.
const Distribution = lazy(async () => ({
  default: (await import("@/subjects/compare/page/Distribution")).Distribution,
}));
const Overlay = lazy(async () => ({ default: (await import("@/subjects/compare/page/Overlay")).Overlay }));

const COLUMNS = [
  { name: t`Metric` },
  { name: t`Side` },
  { name: t`Base`, isNumeric: true },
  { name: t`New`, isNumeric: true },
  { name: t`Change`, isNumeric: true },
  { name: t`95 % interval`, isNumeric: true, isWide: true },
  { name: t`Verdict` },
  { name: "n", isNumeric: true, isWide: true },
];

interface WorkloadDetailsProps {
  row: CompareRow;
  answer: Comparison;
  /** Base first. */
  sides: readonly Series[];
  query: CompareQuery;
  metric: Metric;
  units: BandwidthUnits;
}

/** One workload in full: every metric, how its latency is distributed, how its runs went over time. */
export function WorkloadDetails({ row, answer, sides, query, metric, units }: WorkloadDetailsProps) {
  const hasCompletion = partsOf(answer).some((part) =>
    part.workloads.some(({ key, metrics }) => key === row.key && "clat_mean_ns" in metrics),
  );
  return (
    <>
      <MetricTable row={row} answer={answer} sides={sides} units={units} />
      <Suspense fallback={<Pending />}>
        <Distribution row={row} sides={sides} query={query} kind={hasCompletion ? "clat" : "lat"} />
      </Suspense>
      <Suspense fallback={<Pending />}>
        <Overlay row={row} answer={answer} sides={sides} query={query} metric={metric} units={units} />
      </Suspense>
    </>
  );
}

function MetricTable({
  row,
  answer,
  sides,
  units,
}: Pick<WorkloadDetailsProps, "row" | "answer" | "sides" | "units">) {
  const several = sides.length > 2;
  const lines = answer.metrics.flatMap((name) =>
    partsOf(answer).flatMap((part, i) => {
      const cell = part.workloads.find(({ key }) => key === row.key)?.metrics[name];
      const metric = metricOf(name);
      return cell === undefined || metric === null ? [] : [{ metric, cell, side: sides[i + 1] }];
    }),
  );
  return (
    <Card
      title={t`Every metric of ${{ name: row.name }}`}
      {...(row.workload === row.name ? {} : { subtitle: row.workload })}
      isFlush
    >
      <Table
        caption={t`Every metric of ${{ name: row.name }}`}
        columns={several ? COLUMNS : COLUMNS.filter(({ name }) => name !== t`Side`)}
        isDense
      >
        {lines.map(({ metric, cell, side }) => (
          <tr key={`${metric.name} ${side?.key}`}>
            <th scope="row">{metric.title}</th>
            {several && (
              <td>
                <SideMark side={side} />
              </td>
            )}
            {[cell.base, cell.new].map(({ median }, i) => (
              <NumberCell key={i === 0 ? "base" : "new"}>
                {median === null ? (
                  <Missing reason={t`no value of this metric`} />
                ) : (
                  formatMetric(metric, median, units)
                )}
              </NumberCell>
            ))}
            <NumberCell>
              {cell.ratio === null ? (
                <Missing reason={missingReason(cell)} />
              ) : (
                changeText(cell.ratio, cell.ratio_decimals)
              )}
            </NumberCell>
            <NumberCell isWide>
              {intervalText(cell.ratio_ci95, cell.ratio_decimals) ?? <Missing reason={missingReason(cell)} />}
            </NumberCell>
            <td className={styles.verdict}>
              <Badge tone={VERDICT[cell.verdict].tone}>{VERDICT[cell.verdict].word}</Badge>
            </td>
            <NumberCell isWide>
              {cell.base.n} / {cell.new.n}
            </NumberCell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function Pending() {
  return (
    <Card>
      <div className={styles.wait} aria-busy="true">
        <Skeleton height={280} />
      </div>
    </Card>
  );
}
