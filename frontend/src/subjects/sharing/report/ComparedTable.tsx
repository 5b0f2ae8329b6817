import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ComparedMetric, Comparison } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { formatMetric, type Metric, metricOf } from "@/lib/metrics";
import { BootstrapText } from "@/subjects/compare/parts/BootstrapText";
import { NOT_COMPUTED } from "@/subjects/compare/parts/bootstrap-words";
import { baseOf, type CompareRow, partsOf } from "@/subjects/compare/parts/comparison-rows";
import { changeText, intervalText, missingReason, VERDICT } from "@/subjects/compare/parts/comparison-words";
import styles from "@/subjects/sharing/report/Report.module.css";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

interface ComparedTableProps {
  rows: readonly CompareRow[];
  compare: Comparison;
  /** Base first. */
  sides: readonly Series[];
  metric: Metric;
}

const numeric = (name: string) => ({ name, isNumeric: true });

function columnsOf(
  first: readonly { name: string }[],
  sides: readonly Series[],
  more: readonly { name: string }[] = [],
) {
  const several = sides.length > 2;
  return [
    ...first,
    numeric(sides[0]?.label ?? t`Base`),
    ...(several ? [{ name: t`Side` }] : []),
    numeric(several ? t`New` : (sides[1]?.label ?? t`New`)),
    numeric(t`Change`),
    numeric(t`95 % interval`),
    { name: t`Verdict` },
    numeric("n"),
    ...more,
  ];
}

/** The speaking metric of every workload, with the change and what may be said of it. */
export function ComparedTable({ rows, compare, sides, metric }: ComparedTableProps) {
  const several = compare.more.length > 0;
  return (
    <Card
      title={t`${{ title: metric.title }} by workload`}
      subtitle={t`Median of each side’s runs; change: median of all pairs’ ratios; n counts runs, base / new`}
      isFlush
    >
      <Table
        caption={t`${{ title: metric.title }} of every compared workload`}
        columns={columnsOf([{ name: t`Workload` }, { name: t`Direction` }], sides)}
      >
        {rows.flatMap((row) =>
          row.cells.map((cell, i) => (
            <tr key={`${row.key} ${sides[i + 1]?.key}`}>
              <th scope="row" title={row.workload}>
                {row.name}
              </th>
              <td>
                <DirectionMark direction={row.direction} />
              </td>
              <NumberCell>
                {shownValue(metric, baseOf(row)?.median ?? null, t`base has no value for this metric`)}
              </NumberCell>
              {several && <td>{sides[i + 1]?.label}</td>}
              <Cells cell={cell} metric={metric} />
            </tr>
          )),
        )}
      </Table>
    </Card>
  );
}

interface EveryMetricProps {
  row: CompareRow;
  compare: Comparison;
  sides: readonly Series[];
  /** The speaking one, whose second interval is said in words. */
  speaking: Metric;
  isOpen: boolean;
}

/** Every metric of one workload, with the second interval of each. */
export function EveryMetric({ row, compare, sides, speaking, isOpen }: EveryMetricProps) {
  const several = compare.more.length > 0;
  const lines = compare.metrics.flatMap((name) =>
    partsOf(compare).flatMap((part, i) => {
      const cell = part.workloads.find(({ key }) => key === row.key)?.metrics[name];
      const metric = metricOf(name);
      return cell === undefined || metric === null ? [] : [{ metric, cell, side: sides[i + 1] }];
    }),
  );
  const content = (
    <>
      <Table
        caption={t`Every metric of ${{ name: row.name }}`}
        columns={columnsOf([{ name: t`Metric` }], sides, [numeric(t`Bootstrap interval`)])}
        isDense
      >
        {lines.map(({ metric, cell, side }) => (
          <tr key={`${metric.name} ${side?.key}`}>
            <th scope="row">{metric.title}</th>
            <NumberCell>{shownValue(metric, cell.base.median, t`no value of this metric`)}</NumberCell>
            {several && <td>{side?.label}</td>}
            <Cells cell={cell} metric={metric} />
            <NumberCell>
              {intervalText(cell.bootstrap?.ci95 ?? null, cell.bootstrap?.ratio_decimals) ?? (
                <Missing
                  reason={
                    cell.bootstrap === null ? NOT_COMPUTED : (cell.bootstrap.reason ?? t`no reason was given`)
                  }
                />
              )}
            </NumberCell>
          </tr>
        ))}
      </Table>
      <Bootstraps row={row} sides={sides} metric={speaking} />
    </>
  );
  return (
    <Card
      title={t`Every metric of ${{ name: row.name }}, ${{ direction: row.direction }}`}
      subtitle={row.workload}
      isFlush={isOpen}
    >
      {isOpen ? (
        content
      ) : (
        <details className={styles.more}>
          <summary>
            <Trans>Show</Trans>
          </summary>
          {content}
        </details>
      )}
    </Card>
  );
}

/** In the words of the comparison's own page. Without an interval that decides there is none beside it. */
function Bootstraps({ row, sides, metric }: { row: CompareRow; sides: readonly Series[]; metric: Metric }) {
  const told = row.cells.flatMap((cell, i) =>
    cell === null || cell.ratio_ci95 === null ? [] : [{ cell, side: sides[i + 1] }],
  );
  if (told.length === 0) return null;
  return (
    <div className={styles.words}>
      <h3>
        <Trans>Bootstrap interval of {{ title: metric.title }}</Trans>
      </h3>
      {told.map(({ cell, side }) => (
        <BootstrapText
          key={side?.key}
          bootstrap={cell.bootstrap}
          cell={cell}
          side={row.cells.length > 1 ? side?.label : undefined}
        />
      ))}
    </div>
  );
}

function Cells({ cell, metric }: { cell: ComparedMetric | null; metric: Metric }) {
  if (cell === null)
    return (
      <td colSpan={5}>
        <Trans>not measured on this side</Trans>
      </td>
    );
  const { word, tone } = VERDICT[cell.verdict];
  const claim = cell.verdict === "better" || cell.verdict === "worse" ? styles[cell.verdict] : "";
  return (
    <>
      <NumberCell>
        <span className={styles.strong}>
          {shownValue(metric, cell.new.median, t`new has no value for this metric`)}
        </span>
      </NumberCell>
      <NumberCell>
        {cell.ratio === null ? (
          <Missing reason={missingReason(cell)} />
        ) : (
          <span className={claim}>{changeText(cell.ratio, cell.ratio_decimals)}</span>
        )}
      </NumberCell>
      <NumberCell>
        {intervalText(cell.ratio_ci95, cell.ratio_decimals) ?? <Missing reason={missingReason(cell)} />}
      </NumberCell>
      <td>
        <Badge tone={tone}>{word}</Badge>
      </td>
      <NumberCell>
        {cell.base.n} / {cell.new.n}
      </NumberCell>
    </>
  );
}

function shownValue(metric: Metric, value: number | null, reason: string) {
  return value === null ? <Missing reason={reason} /> : formatMetric(metric, value, "decimal");
}
