/** The columns of the run history. A cell draws one line per headline result of its run, so that lines stay level. */

import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { ListedResult as Result, RunItem } from "@/api/types";
import { RunStatus } from "@/components/RunStatus";
import { type FactorShape, formatFactor } from "@/lib/factor";
import { shortenMiddle } from "@/lib/format";
import { formatMetric, metricOf } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import { percentileText } from "@/lib/percentiles";
import { formatMoment, formatUtc } from "@/lib/time";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatBandwidthExact,
  formatCount,
  formatIops,
} from "@/lib/units";
import { shortConcurrency, shortPattern } from "@/lib/workload";
import { OWN_TITLES } from "@/pages/runs/column-ids";
import styles from "@/pages/runs/RunTable.module.css";
import type { RunRow } from "@/pages/runs/rows";
import { WorkloadSparkline } from "@/pages/runs/WorkloadSparkline";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";

/** What a chosen column is: a factor, a metric, or one of the table's own. */
export interface ChosenColumn {
  id: string;
  factor: FactorShape | null;
}

/** A column as it is drawn: its widths in pixels; without a narrow one it gives way on a phone. */
export interface RunColumn extends ChosenColumn {
  title: string;
  width: number;
  narrow?: number;
  isNumeric?: boolean;
  /** The order that the first click on its heading asks for; null: the service does not sort by it. */
  firstOrder: "ascending" | "descending" | null;
  cell: (row: RunRow) => ReactNode;
}

/** Only its year is of interest: dates of another year say theirs. */
const now = new Date();

const noResult = <Missing reason="this run has no results" />;

function PerLine({ row, children }: { row: RunRow; children: (result: Result) => ReactNode }) {
  if (row.lines.length === 0) return noResult;
  return (
    <span className={styles.lines}>
      {row.lines.map((result) => (
        <span key={result.id} className={styles.line}>
          {children(result)}
        </span>
      ))}
    </span>
  );
}

function Workload({ row }: { row: RunRow }) {
  return (
    <PerLine row={row}>
      {(result) => {
        const isRepeated = result !== row.lines[0] && result.workload_id === row.lines[0]?.workload_id;
        // The second direction of one mixed job: its options are those above.
        if (isRepeated) return <span className={styles.ditto}>same job</span>;
        return (
          <>
            <code className={styles.pattern}>{shortPattern(result) || result.job_name}</code>{" "}
            <code className={styles.depth}>{shortConcurrency(result)}</code>
            {result === row.lines[0] && <BatchStep run={row.run} />}
          </>
        );
      }}
    </PerLine>
  );
}

/** Leads to the whole sweep or suite; its own link, since the row leads to the run. */
function BatchStep({ run: { batch } }: { run: RunItem }) {
  if (batch === null) return null;
  const name = `Batch ${batch.name}, step ${batch.step} of ${batch.steps}`;
  return (
    <Link
      to={paths.batch(batch.id)}
      className={styles.batch}
      aria-label={name}
      title={name}
      onClick={(event) => event.stopPropagation()}
    >
      {batch.step}/{batch.steps}
    </Link>
  );
}

/** The columns of one choice and unit. The order itself is the service's. */
export function runColumns(chosen: readonly ChosenColumn[], units: BandwidthUnits): readonly RunColumn[] {
  const own = new Map(
    ownColumns(units).map((column) => [column.id, { ...column, title: OWN_TITLES[column.id] ?? column.id }]),
  );
  return chosen.map(({ id, factor }) => ({
    ...(own.get(id) ?? (factor ? factorColumn(factor) : metricColumn(id, units))),
    factor,
  }));
}

type Drawn = Omit<RunColumn, "factor">;

/** A factor's value, as the run has it. */
function factorColumn(factor: FactorShape): Drawn {
  return {
    id: factor.key,
    title: factor.title,
    width: 110,
    isNumeric: factor.type === "number" || factor.type === "bytes",
    firstOrder: "ascending",
    cell: ({ run }) => {
      const value = run.cells?.[factor.key];
      if (value === null || value === undefined) return <Missing reason={`${factor.title} is unknown`} />;
      const text = formatFactor(factor, value);
      return <span title={text}>{text}</span>;
    },
  };
}

/** A metric, one line per headline result; the service's list has a value per result in their order. */
function metricColumn(name: string, units: BandwidthUnits): Drawn {
  const metric = metricOf(name);
  return {
    id: name,
    title: metric?.short ?? name,
    width: 96,
    isNumeric: true,
    firstOrder: "descending",
    cell: (row) => (
      <PerLine row={row}>
        {(result) => {
          const cell = row.run.cells?.[name];
          const value = Array.isArray(cell) ? cell[row.run.results.indexOf(result)] : cell;
          return figure(
            metric !== null && typeof value === "number" ? formatMetric(metric, value, units) : null,
            `${metric?.title ?? name} was not measured`,
          );
        }}
      </PerLine>
    ),
  };
}

function ownColumns(units: BandwidthUnits): Omit<Drawn, "title">[] {
  return [
    {
      id: "started_at",
      width: 148,
      narrow: 84,
      firstOrder: "descending",
      cell: ({ run }) => (
        <Link to={paths.run(run.id)} className={styles.started}>
          {run.started_at === null ? (
            <time
              className={styles.receivedTime}
              dateTime={run.uploaded_at}
              title={`Start unknown; received ${formatUtc(run.uploaded_at)}`}
            >
              <span className={styles.received}>received</span> <StartWords iso={run.uploaded_at} />
            </time>
          ) : (
            <time dateTime={run.started_at} title={formatUtc(run.started_at)}>
              <StartWords iso={run.started_at} />
            </time>
          )}
        </Link>
      ),
    },
    {
      id: "host",
      width: 124,
      firstOrder: "ascending",
      cell: ({ run }) => <span title={run.host.name}>{run.host.name}</span>,
    },
    {
      id: "target",
      width: 116,
      firstOrder: null,
      cell: ({ run }) =>
        run.target === null ? (
          <Missing reason="the target was not recorded" />
        ) : (
          <span title={run.target}>{shortenMiddle(run.target, 22)}</span>
        ),
    },
    {
      id: "workload",
      width: 198,
      narrow: 116,
      firstOrder: null,
      cell: (row) => <Workload row={row} />,
    },
    {
      id: "direction",
      width: 84,
      narrow: 22,
      firstOrder: null,
      cell: (row) => (
        <span className={styles.withMore}>
          <PerLine row={row}>{(result) => <DirectionMark direction={result.direction} />}</PerLine>
          {row.hidden > 0 && (
            <span className={styles.more} title={`${formatCount(row.hidden)} more results on the run's page`}>
              +{row.hidden}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "iops",
      width: 112,
      narrow: 88,
      isNumeric: true,
      firstOrder: "descending",
      cell: (row) => (
        <PerLine row={row}>
          {(result) => figure(known(result.iops, formatIops), "the output has no IOPS")}
        </PerLine>
      ),
    },
    {
      id: "bw_bytes_per_s",
      width: 158,
      isNumeric: true,
      firstOrder: "descending",
      cell: (row) => (
        <PerLine row={row}>
          {(result) => (
            <span title={formatBandwidthExact(result.bw_bytes_per_s)}>
              {figure(
                known(result.bw_bytes_per_s, (value) => formatBandwidth(value, units)),
                "the output has no bandwidth",
              )}
            </span>
          )}
        </PerLine>
      ),
    },
    {
      id: "clat_p99_ns",
      width: 114,
      isNumeric: true,
      firstOrder: "descending",
      cell: (row) => (
        <PerLine row={row}>
          {(result) => {
            const p99 = percentileText(result.clat_ns, 99);
            return figure(
              p99,
              result.clat_ns?.percentiles_reason ?? "completion latency p99 was not measured",
            );
          }}
        </PerLine>
      ),
    },
    {
      id: "history",
      width: 104,
      firstOrder: null,
      cell: (row) => (
        <PerLine row={row}>
          {(result) => <WorkloadSparkline result={result} hostName={row.run.host.name} runId={row.run.id} />}
        </PerLine>
      ),
    },
    {
      id: "status",
      width: 116,
      narrow: 66,
      firstOrder: null,
      cell: ({ run }) => <RunStatus run={run} />,
    },
  ];
}

/** The hour gives way to the year where there is room for one only; the whole time stands in the title. */
function StartWords({ iso }: { iso: string }) {
  const [, day = "", hour = ""] = /^(.*) (\S+)$/.exec(formatMoment(iso, now)) ?? [];
  const isOfAnotherYear = / \d{4}$/.test(day);
  return (
    <>
      {day}
      <span className={isOfAnotherYear ? styles.hour : ""}> {hour}</span>
    </>
  );
}

function known(value: number | null, format: (value: number) => string): string | null {
  return value === null ? null : format(value);
}

function figure(text: string | null, reason: string): ReactNode {
  return text ?? <Missing reason={reason} />;
}
