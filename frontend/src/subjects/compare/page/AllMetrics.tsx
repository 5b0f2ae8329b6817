import { t } from "@lingui/core/macro";
import type { ComparedPart } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { metricOf } from "@/lib/metrics";
import { formatCount } from "@/lib/units";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import { SideMark } from "@/subjects/compare/page/TableHead";
import { changeText, intervalText } from "@/subjects/compare/parts/comparison-words";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Metric` },
  { name: t`Side` },
  { name: t`Change, geometric mean`, isNumeric: true },
  { name: t`95 % interval`, isNumeric: true, isWide: true },
  { name: t`Better`, isNumeric: true },
  { name: t`Worse`, isNumeric: true },
  { name: t`No difference shown`, isNumeric: true, isWide: true },
  { name: t`No interval`, isNumeric: true, isWide: true },
  { name: t`Workloads`, isNumeric: true, isWide: true },
];

interface AllMetricsProps {
  parts: readonly ComparedPart[];
  /** Base first. */
  sides: readonly Series[];
  /** In the order asked for. */
  metrics: readonly string[];
}

/** Every metric over all workloads together. */
export function AllMetrics({ parts, sides, metrics }: AllMetricsProps) {
  const several = sides.length > 2;
  const lines = metrics.flatMap((metric) =>
    parts.flatMap(({ headlines }, i) => {
      const headline = headlines[metric];
      return headline === undefined ? [] : [{ headline, side: sides[i + 1] }];
    }),
  );
  return (
    <Card
      title={t`All metrics, all workloads together`}
      subtitle={t`Geometric means of new against base`}
      isFlush
    >
      <Table
        caption={t`All metrics over all workloads`}
        columns={several ? COLUMNS : COLUMNS.filter(({ name }) => name !== t`Side`)}
        isDense
      >
        {lines.map(({ headline, side }) => (
          <tr key={`${headline.metric} ${side?.key}`}>
            <th scope="row" className={styles.metricName}>
              {metricOf(headline.metric)?.title ?? headline.metric}
            </th>
            {several && (
              <td>
                <SideMark side={side} />
              </td>
            )}
            <NumberCell>{changeText(headline.ratio, headline.ratio_decimals)}</NumberCell>
            <NumberCell isWide>
              {intervalText(headline.ratio_ci95, headline.ratio_decimals) ?? (
                <Missing reason={t`a workload has too few runs on a side`} />
              )}
            </NumberCell>
            <NumberCell>{formatCount(headline.better)}</NumberCell>
            <NumberCell>{formatCount(headline.worse)}</NumberCell>
            <NumberCell isWide>{formatCount(headline.no_difference_shown)}</NumberCell>
            <NumberCell isWide>{formatCount(headline.not_enough_runs)}</NumberCell>
            <NumberCell isWide>{formatCount(headline.workloads)}</NumberCell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
