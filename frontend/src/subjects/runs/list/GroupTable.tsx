import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RunGroups } from "@/api/types";
import type { RunsParams } from "@/lib/address";
import { ANSWER_TITLES, answerInWords, isOfAnswers } from "@/lib/answer-words";
import { type FactorShape, factorOf, filterValue, formatFactor } from "@/lib/factor";
import { withValues } from "@/lib/filter";
import { formatMetric, metricOf } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import styles from "@/subjects/runs/list/RunsPage.module.css";
import { batchInWords } from "@/subjects/runs/parts/batch-name";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { runGroupsQuery } from "@/subjects/runs/queries/runs";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Missing } from "@/ui/Missing";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { NumberCell, Table } from "@/ui/Table";

/** Groups by what is no factor, and what runs are that have none. */
const OF_RUNS: Readonly<Record<string, { title: string; none: string }>> = {
  batch: { title: t`Batch`, none: t`not part of a batch` },
  tag: { title: t`Tag`, none: t`without tag` },
};

function nameOf(group: RunGroups["groups"][number], by: string, factor: FactorShape | null): string {
  if (group.batch !== null) return batchInWords(group.batch);
  if (isOfAnswers(by)) return answerInWords(by, String(group.value ?? ""));
  if (group.value === null) return OF_RUNS[by]?.none ?? t`unknown`;
  return formatFactor(factor ?? { type: "text", unit: null }, group.value);
}

interface GroupTableProps {
  params: RunsParams;
  by: string;
  /** Where to, when the address asks for what is not there. */
  wayOut: ReactNode;
}

/** The runs of the filter by one factor: how many, and how a metric lies among them. */
export function GroupTable({ params, by, wayOut }: GroupTableProps) {
  const { filter, metric: name, units } = params;
  const groups = useQuery({
    ...runGroupsQuery({ filter, by, metric: name }),
    placeholderData: keepPreviousData,
  });
  const factor = factorOf(useQuery(factorsQuery()).data?.items ?? [], by);
  const title = OF_RUNS[by]?.title ?? ANSWER_TITLES[by] ?? factor?.title ?? by;
  const metric = metricOf(name);
  if (groups.isError) {
    return (
      <QueryError
        title={t`The runs could not be grouped.`}
        error={groups.error}
        onRetry={() => void groups.refetch()}
        wayOut={wayOut}
      />
    );
  }
  if (groups.data === undefined || metric === null) {
    return (
      <div className="stack" style={{ minHeight: 420 }}>
        <Skeleton height={240} />
      </div>
    );
  }
  if (groups.data.groups.length === 0) return <EmptyMessage title={t`No run matches.`} />;
  const show = (value: number | null) =>
    value === null ? (
      <Missing reason={groups.data.reason ?? t`not measured`} />
    ) : (
      formatMetric(metric, value, units)
    );
  const columns = [
    { name: title },
    { name: t`Runs`, isNumeric: true },
    { name: t`Workloads`, isNumeric: true },
    { name: t`Median ${{ short: metric.short }}`, isNumeric: true },
    { name: t`Smallest`, isNumeric: true },
    { name: t`Largest`, isNumeric: true },
  ];
  return (
    <div aria-busy={groups.isPlaceholderData}>
      <Table caption={t`Runs by ${title}`} columns={columns}>
        {groups.data.groups.map((group) => {
          const values = Array.isArray(group.value) ? group.value : [group.value];
          const inGroup = withValues(filter, by, values.map(filterValue));
          return (
            <tr key={JSON.stringify(group.value)}>
              <th scope="row">
                <Link to={paths.runs({ ...params, filter: inGroup, group: null })}>
                  {nameOf(group, by, factor)}
                </Link>
              </th>
              <NumberCell>{formatCount(group.runs)}</NumberCell>
              <NumberCell title={(group.workloads ?? 0) > 1 ? t`Median of different workloads` : undefined}>
                {group.workloads === null || group.workloads === 0 ? (
                  <Missing reason={t`${{ title: metric.title }} not measured`} />
                ) : (
                  formatCount(group.workloads)
                )}
              </NumberCell>
              <NumberCell title={(group.kinds ?? 0) > 1 ? t`Median of different configurations` : undefined}>
                {show(group.median)}
                {group.median !== null && (group.kinds ?? 0) > 1 && " *"}
              </NumberCell>
              <NumberCell>{show(group.min)}</NumberCell>
              <NumberCell>{show(group.max)}</NumberCell>
            </tr>
          );
        })}
      </Table>
      {groups.data.reason !== null && <p className={styles.foot}>{groups.data.reason}</p>}
      <p className={styles.foot}>
        {groups.data.groups.some((group) => (group.workloads ?? 0) > 1)
          ? t`Groups with several workloads mix figures that cannot be compared: filter by one workload.`
          : t`${{ total_groups: formatCount(groups.data.total_groups) }} groups`}
        {groups.data.groups.some((group) => (group.kinds ?? 0) > 1) &&
          t` * Median over different configurations.`}
      </p>
    </div>
  );
}
