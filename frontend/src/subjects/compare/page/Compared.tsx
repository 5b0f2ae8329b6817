import { t } from "@lingui/core/macro";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo } from "react";
import type { Comparison } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { sideStyle } from "@/charts/side-style";
import type { CompareParams } from "@/lib/address";
import { metricOf } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import { AllMetrics } from "@/subjects/compare/page/AllMetrics";
import { BeforeBelieving } from "@/subjects/compare/page/BeforeBelieving";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import { CompareSets } from "@/subjects/compare/page/CompareSets";
import { Controls } from "@/subjects/compare/page/Controls";
import { EveryRun } from "@/subjects/compare/page/EveryRun";
import { HeldBack } from "@/subjects/compare/page/HeldBack";
import { JobFiles } from "@/subjects/compare/page/JobFiles";
import { MachinesCard } from "@/subjects/compare/page/MachinesCard";
import { Ratings } from "@/subjects/compare/page/Ratings";
import { ResultTable } from "@/subjects/compare/page/ResultTable";
import { UnmatchedCard } from "@/subjects/compare/page/UnmatchedCard";
import { WhatDiffers } from "@/subjects/compare/page/WhatDiffers";
import { WorkloadDetails } from "@/subjects/compare/page/WorkloadDetails";
import { groupedRows } from "@/subjects/compare/parts/comparison-groups";
import { rowsWith, sortedRows } from "@/subjects/compare/parts/comparison-order";
import {
  baseOf,
  comparedRows,
  furthestApart,
  isMany,
  isOneKind,
  isUnchanged,
  metricInView,
  partsOf,
  sharedOptions,
} from "@/subjects/compare/parts/comparison-rows";
import type { CompareQuery } from "@/subjects/compare/queries";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Skeleton } from "@/ui/Skeleton";

const RowCharts = lazy(async () => ({
  default: (await import("@/subjects/compare/parts/RowCharts")).RowCharts,
}));

/** A chart of more rows is higher than a page, and the table above it says the same. */
const MAX_ON_PAPER = 16;

interface ComparedProps {
  answer: Comparison;
  /** Of the sides, base first. */
  names: readonly string[];
  params: CompareParams;
  query: CompareQuery;
  /** `isTyping`: the way back leads over what is being typed. */
  onChange: (changed: Partial<CompareParams>, isTyping?: boolean) => void;
}

/** The answer from verdict to evidence. */
export function Compared({ answer, names, params, query, onChange }: ComparedProps) {
  const navigate = useNavigate();
  const parts = partsOf(answer);
  const metricName = metricInView(answer, params.metric);
  const metric = metricOf(metricName);
  const all = useMemo(() => comparedRows(answer, metricName), [answer, metricName]);
  const { sort, isHidingUnchanged, words, verdict, units } = params;
  const rows = useMemo(() => {
    const changed = isHidingUnchanged ? all.filter((row) => !isUnchanged(row)) : all;
    return sortedRows(rowsWith(changed, words, verdict), sort);
  }, [all, isHidingUnchanged, words, verdict, sort]);
  const group = isMany(all) ? params.group : "none";
  const groups = useMemo(() => groupedRows(rows, group), [rows, group]);
  const sides = useMemo(
    () => names.map((label, i): Series => ({ key: String(i), label, style: sideStyle(i) })),
    [names],
  );
  const shared = useMemo(() => sharedOptions(all), [all]);
  if (metric === null) return null;
  // One workload alone is open: there is nothing to choose.
  const openKey = all.length === 1 ? (all[0]?.key ?? null) : params.open;
  const open = all.find(({ key }) => key === openKey) ?? null;
  const named = all.find(({ key }) => key === answer.answer?.workload);
  const shown = open ?? named ?? furthestApart(all);
  return (
    <div className={styles.sections}>
      {shown !== undefined && (
        <div className={`tiles ${styles.charts}`}>
          <EveryRun
            row={shown}
            answer={answer}
            sides={sides}
            metric={metric}
            units={units}
            isOneOfMany={all.length > 1}
          />
          <HeldBack parts={parts} sides={sides} units={units} />
        </div>
      )}
      {parts.map(
        (part, i) =>
          part.differs !== null && (
            <WhatDiffers
              key={part.new.filter}
              part={part}
              differs={part.differs}
              sides={[sides[0], sides[i + 1]]}
              isAlone={parts.length === 1}
            />
          ),
      )}
      {parts.map(
        (part, i) =>
          part.separation !== null && (
            <JobFiles
              key={part.new.filter}
              separation={part.separation}
              runId={answer.base.run_ids[0] ?? ""}
              name={parts.length === 1 ? null : (names[i + 1] ?? "")}
            />
          ),
      )}
      {parts.map((part, i) => (
        <BeforeBelieving
          key={part.new.filter}
          part={part}
          name={parts.length === 1 ? null : (names[i + 1] ?? "")}
          metric={metric}
          units={units}
        />
      ))}
      <Controls
        answer={answer}
        metric={metricName}
        params={params}
        hidden={all.filter(isUnchanged).length}
        onChange={onChange}
      />
      {all.length === 0 ? (
        <Card>
          <EmptyMessage
            title={t`Results are compared when their job options match.`}
            detail={t`Unmatched workloads are listed below. “Matching rules” lets options differ.`}
          />
        </Card>
      ) : (
        <>
          <ResultTable
            rows={rows}
            all={all}
            answer={answer}
            query={query}
            sides={sides}
            metric={metric}
            shared={shared}
            open={openKey}
            params={params}
            onChange={onChange}
          />
          {/* Of one workload every run stands above, and its one interval in the answer. */}
          {all.length > 1 && rows.some((row) => baseOf(row) !== null) && (
            <div className={rows.length > MAX_ON_PAPER ? "no-print" : undefined}>
              <Suspense
                fallback={
                  <Card>
                    <div className={styles.wait}>
                      <Skeleton height={280} />
                    </div>
                  </Card>
                }
              >
                <RowCharts
                  groups={groups}
                  sides={sides}
                  metric={metric}
                  units={units}
                  onPick={(runId) => void navigate({ to: paths.run(runId) })}
                />
              </Suspense>
            </div>
          )}
          {open !== null && (
            <WorkloadDetails
              key={open.key}
              row={open}
              answer={answer}
              sides={sides}
              query={query}
              metric={metric}
              units={units}
            />
          )}
          {all.length > 1 && isOneKind(all) && (
            <AllMetrics parts={parts} sides={sides} metrics={answer.metrics} />
          )}
        </>
      )}
      <Ratings answer={answer} sides={sides} units={units} />
      <CompareSets answer={answer} sides={sides} units={units}>
        {parts.map(
          (part, i) =>
            // Factors are those of compared runs: without a common workload there are none.
            part.workloads.length > 0 && (
              <MachinesCard
                key={part.new.filter}
                part={part}
                name={parts.length === 1 ? null : (sides[i + 1]?.label ?? "")}
              />
            ),
        )}
        {parts.map((part, i) => (
          <UnmatchedCard
            key={part.new.filter}
            part={part}
            name={names[i + 1] ?? ""}
            isAlone={parts.length === 1}
          />
        ))}
      </CompareSets>
    </div>
  );
}
