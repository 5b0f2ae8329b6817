/** The columns of the run history. A cell draws one line per headline result of its run, so that lines stay level. */

import { Link } from "@tanstack/react-router";
import { createColumnHelper, metaHelper, rowSortingFeature, tableFeatures } from "@tanstack/react-table";
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
import styles from "@/pages/runs/RunTable.module.css";
import type { RunRow } from "@/pages/runs/rows";
import { WorkloadSparkline } from "@/pages/runs/WorkloadSparkline";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";

/** What a column needs besides its cell: its widths in pixels; without a narrow one it gives way on a phone. */
export interface ColumnMeta {
  width: number;
  narrow?: number;
  isNumeric?: boolean;
}

export const features = tableFeatures({ rowSortingFeature, columnMeta: metaHelper<ColumnMeta>() });
const helper = createColumnHelper<typeof features, RunRow>();

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

/** What a chosen column is: a factor, a metric, or one of the table's own. */
export interface ChosenColumn {
  id: string;
  factor: FactorShape | null;
}

/**
 * Column definitions for one choice of columns and unit. The table component lets only columns with an accessor be
 * sorted; the order itself is the service's.
 */
export function runColumns(chosen: readonly ChosenColumn[], units: BandwidthUnits, now: Date) {
  const own = new Map(ownColumns(units, now).map((column) => [column.id, column]));
  return helper.columns(
    chosen.map(({ id, factor }) => own.get(id) ?? (factor ? factorColumn(factor) : metricColumn(id, units))),
  );
}

/** A factor's value, as the run has it. */
function factorColumn(factor: FactorShape) {
  return helper.accessor((row) => row.run.cells?.[factor.key], {
    id: factor.key,
    header: factor.title,
    meta: { width: 110, isNumeric: factor.type === "number" || factor.type === "bytes" },
    sortDescFirst: false,
    cell: ({ row: { original: row } }) => {
      const value = row.run.cells?.[factor.key];
      if (value === null || value === undefined) return <Missing reason={`${factor.title} is unknown`} />;
      const text = formatFactor(factor, value);
      return <span title={text}>{text}</span>;
    },
  });
}

/** A metric, one line per headline result; the service's list has a value per result in their order. */
function metricColumn(name: string, units: BandwidthUnits) {
  const metric = metricOf(name);
  return helper.accessor((row) => row.run.cells?.[name], {
    id: name,
    header: metric?.short ?? name,
    meta: { width: 96, isNumeric: true },
    sortDescFirst: true,
    cell: ({ row: { original: row } }) => (
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
  });
}

function ownColumns(units: BandwidthUnits, now: Date) {
  return helper.columns([
    helper.accessor((row) => row.run.started_at, {
      id: "started_at",
      header: "Started",
      meta: { width: 128, narrow: 76 },
      sortDescFirst: true,
      cell: ({ row: { original: row } }) => (
        <Link to={paths.run(row.run.id)} className={styles.started}>
          {row.run.started_at === null ? (
            <time
              className={styles.receivedTime}
              dateTime={row.run.uploaded_at}
              title={`Start unknown; received ${formatUtc(row.run.uploaded_at)}`}
            >
              <span className={styles.received}>rcvd</span> {formatMoment(row.run.uploaded_at, now)}
            </time>
          ) : (
            <time dateTime={row.run.started_at} title={formatUtc(row.run.started_at)}>
              {formatMoment(row.run.started_at, now)}
            </time>
          )}
        </Link>
      ),
    }),
    helper.accessor((row) => row.run.host.name, {
      id: "host",
      header: "Host",
      meta: { width: 128 },
      sortDescFirst: false,
      cell: ({ row }) => <span title={row.original.run.host.name}>{row.original.run.host.name}</span>,
    }),
    helper.display({
      id: "target",
      header: "Target",
      enableSorting: false,
      meta: { width: 124 },
      cell: ({ row: { original: row } }) =>
        row.run.target === null ? (
          <Missing reason="the target was not recorded" />
        ) : (
          <span title={row.run.target}>{shortenMiddle(row.run.target, 22)}</span>
        ),
    }),
    helper.display({
      id: "workload",
      header: "Workload",
      enableSorting: false,
      meta: { width: 216, narrow: 122 },
      cell: ({ row }) => <Workload row={row.original} />,
    }),
    helper.display({
      id: "direction",
      header: "Direction",
      enableSorting: false,
      meta: { width: 92, narrow: 22 },
      cell: ({ row: { original: row } }) => (
        <span className={styles.withMore}>
          <PerLine row={row}>{(result) => <DirectionMark direction={result.direction} />}</PerLine>
          {row.hidden > 0 && (
            <span className={styles.more} title={`${formatCount(row.hidden)} more results on the run's page`}>
              +{row.hidden}
            </span>
          )}
        </span>
      ),
    }),
    helper.accessor((row) => row.lines[0]?.iops, {
      id: "iops",
      header: "IOPS",
      meta: { width: 92, narrow: 78, isNumeric: true },
      sortDescFirst: true,
      cell: ({ row }) => (
        <PerLine row={row.original}>
          {(result) => figure(known(result.iops, formatIops), "fio gave no IOPS")}
        </PerLine>
      ),
    }),
    helper.accessor((row) => row.lines[0]?.bw_bytes_per_s, {
      id: "bw_bytes_per_s",
      header: "Bandwidth",
      meta: { width: 116, isNumeric: true },
      sortDescFirst: true,
      cell: ({ row }) => (
        <PerLine row={row.original}>
          {(result) => (
            <span title={formatBandwidthExact(result.bw_bytes_per_s)}>
              {figure(
                known(result.bw_bytes_per_s, (value) => formatBandwidth(value, units)),
                "fio gave no bandwidth",
              )}
            </span>
          )}
        </PerLine>
      ),
    }),
    helper.accessor((row) => row.lines[0]?.clat_ns, {
      id: "clat_p99_ns",
      header: "p99 clat",
      meta: { width: 104, isNumeric: true },
      sortDescFirst: true,
      cell: ({ row }) => (
        <PerLine row={row.original}>
          {(result) => {
            const p99 = percentileText(result.clat_ns, 99);
            return figure(
              p99,
              result.clat_ns?.percentiles_reason ?? "completion latency p99 was not measured",
            );
          }}
        </PerLine>
      ),
    }),
    helper.display({
      id: "history",
      header: "History",
      enableSorting: false,
      meta: { width: 104 },
      cell: ({ row: { original: row } }) => (
        <PerLine row={row}>
          {(result) => <WorkloadSparkline result={result} hostName={row.run.host.name} runId={row.run.id} />}
        </PerLine>
      ),
    }),
    helper.display({
      id: "status",
      header: "Status",
      enableSorting: false,
      meta: { width: 116, narrow: 66 },
      cell: ({ row }) => <RunStatus run={row.original.run} />,
    }),
  ]);
}

function known(value: number | null, format: (value: number) => string): string | null {
  return value === null ? null : format(value);
}

function figure(text: string | null, reason: string): ReactNode {
  return text ?? <Missing reason={reason} />;
}
