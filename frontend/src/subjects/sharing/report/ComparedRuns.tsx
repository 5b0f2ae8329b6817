import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Comparison, SharedDocument } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { formatMetric, type Metric } from "@/lib/metrics";
import { formatUtcMinute } from "@/lib/time";
import { baseOf, type CompareRow, partsOf } from "@/subjects/compare/parts/comparison-rows";
import { toolInWords } from "@/subjects/runs/parts/tool";
import styles from "@/subjects/sharing/report/Report.module.css";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

interface ComparedRunsProps {
  document: SharedDocument;
  compare: Comparison;
  /** Base first. */
  sides: readonly Series[];
  metric: Metric;
  rows: readonly CompareRow[];
}

const MAX_OPEN = 24;

/** Every run behind the figures: nothing is averaged away. */
export function ComparedRuns({ document, compare, sides, metric, rows }: ComparedRunsProps) {
  // With several workloads a run has several figures; they stand in the chart and in the downloads.
  const only = rows.length === 1 ? rows[0] : undefined;
  const parts = partsOf(compare);
  const lines = [compare.base, ...parts.map((part) => part.new)].flatMap((side, i) => {
    const figures = only === undefined ? null : i === 0 ? baseOf(only) : (only.cells[i - 1]?.new ?? null);
    return side.run_ids.map((id) => ({
      id,
      side: sides[i]?.label ?? "",
      run: document.runs.find(({ label }) => label === id),
      value: figures?.values.find(({ run_id }) => run_id === id)?.value ?? null,
    }));
  });
  const columns = [
    { name: t`Run` },
    { name: t`Side` },
    { name: t`Host` },
    { name: t`Started` },
    { name: t`Tool` },
    ...(only === undefined ? [] : [{ name: metric.title, isNumeric: true }]),
  ];
  const table = (
    <Table caption={t`Compared runs`} columns={columns} isDense>
      {lines.map(({ id, side, run, value }) => (
        <tr key={`${side} ${id}`}>
          <th scope="row">{id}</th>
          <td>{side}</td>
          <td>{run?.host}</td>
          <td>
            {run === undefined ? <Missing reason={t`not in this report`} /> : formatUtcMinute(run.started_at)}
          </td>
          <td>{run !== undefined && toolInWords(run.tool)}</td>
          {only !== undefined && (
            <NumberCell>
              {value === null ? (
                <Missing reason={t`no value of this metric`} />
              ) : (
                formatMetric(metric, value, "decimal")
              )}
            </NumberCell>
          )}
        </tr>
      ))}
    </Table>
  );
  const isOpen = lines.length <= MAX_OPEN;
  return (
    <Card
      title={t`The runs`}
      subtitle={t`${{ lines: lines.length }} runs behind these figures`}
      isFlush={isOpen}
    >
      {isOpen ? (
        table
      ) : (
        <details className={styles.more}>
          <summary>
            <Trans>Show all</Trans>
          </summary>
          {table}
        </details>
      )}
    </Card>
  );
}
