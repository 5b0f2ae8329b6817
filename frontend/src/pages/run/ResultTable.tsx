import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { JobResult, Latency, Result } from "@/api/types";
import { boundsInWords, MERGED_SECTIONS, originsInWords, percentileTold } from "@/lib/certainty";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatBandwidthExact,
  formatBytes,
  formatCount,
  formatIops,
  formatLatency,
  formatRuntime,
} from "@/lib/units";
import { shortConcurrency, shortPattern } from "@/lib/workload";
import styles from "@/pages/run/RunPage.module.css";
import { Approximate } from "@/ui/Approximate";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

const TEXT = ["Job", "Direction", "Workload"].map((name) => ({ name }));
const NUMBERS = [
  "IOPS",
  "Bandwidth",
  "clat mean",
  "p50",
  "p99",
  "p99.9",
  "p99.99",
  "max",
  "Moved",
  "Runtime",
];
const COLUMNS = [...TEXT, ...NUMBERS.map((name) => ({ name, isNumeric: true }))];

interface ResultTableProps {
  /** In the order of the page: by job, read before write. */
  results: readonly Result[];
  /** Result id to its unmerged clones, where any. */
  clones: Readonly<Record<string, readonly JobResult[]>>;
  units: BandwidthUnits;
}

/** Every job and direction of the output, read before write within each job. */
export function ResultTable({ results, clones, units }: ResultTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const hasClones = Object.values(clones).some((own) => own.length > 0);
  return (
    <Card
      title="Results"
      subtitle="One line per job and direction; clones of one job are merged and can be opened"
      isFlush
    >
      <Table caption="Results per job and direction" columns={COLUMNS}>
        {results.map((result) => {
          const own = clones[result.id] ?? [];
          const isOpen = open.has(result.id);
          return [
            <tr key={result.id}>
              <th scope="row">
                {own.length > 0 ? (
                  <button
                    type="button"
                    className={styles.expand}
                    aria-expanded={isOpen}
                    aria-label={`${isOpen ? "Hide" : "Show"} ${formatCount(own.length)} clones of ${result.job_name}, ${result.direction}`}
                    onClick={() => setOpen(open.symmetricDifference(new Set([result.id])))}
                  >
                    {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
                  </button>
                ) : (
                  hasClones && <span className={styles.expandSpace} />
                )}
                {result.job_name}
              </th>
              <td>
                <DirectionMark direction={result.direction} />
              </td>
              <td>
                <Workload result={result} />
              </td>
              <Figures
                figures={result}
                units={units}
                iopsBounds={result.iops_bounds}
                bandwidthBounds={result.bw_bounds_bytes_per_s}
              />
            </tr>,
            ...(isOpen
              ? own.map((clone) => (
                  <CloneRow key={`${result.id}/${clone.position}`} clone={clone} units={units} />
                ))
              : []),
          ];
        })}
      </Table>
    </Card>
  );
}

function Workload({ result }: { result: Result }) {
  if (result.is_merged_sections) return <Badge title={MERGED_SECTIONS}>merged sections</Badge>;
  return (
    <code title={originsInWords(result.settings_source) ?? undefined}>
      {shortPattern(result)} {shortConcurrency(result)}
    </code>
  );
}

function CloneRow({ clone, units }: { clone: JobResult; units: BandwidthUnits }) {
  return (
    <tr className={styles.clone}>
      <th scope="row" colSpan={3}>
        <span className={styles.expandSpace} />
        clone at position {clone.position}
      </th>
      <Figures figures={clone} units={units} />
    </tr>
  );
}

interface FiguresProps {
  figures: Pick<Result, "iops" | "bw_bytes_per_s" | "io_bytes" | "runtime_ms" | "clat_ns">;
  units: BandwidthUnits;
  /** [low, high) of figures that were printed rounded. */
  iopsBounds?: readonly number[] | null;
  bandwidthBounds?: readonly number[] | null;
}

function Figures({ figures, units, iopsBounds = null, bandwidthBounds = null }: FiguresProps) {
  const clat = figures.clat_ns;
  return (
    <>
      <NumberCell>
        <Approximate words={boundsInWords(iopsBounds, (value) => `${formatCount(value)} IOPS`)}>
          {orMissing(figures.iops, formatIops, "fio gave no IOPS")}
        </Approximate>
      </NumberCell>
      <NumberCell
        title={figures.bw_bytes_per_s === null ? undefined : formatBandwidthExact(figures.bw_bytes_per_s)}
      >
        <Approximate words={boundsInWords(bandwidthBounds, formatBandwidthExact)}>
          {orMissing(
            figures.bw_bytes_per_s,
            (value) => formatBandwidth(value, units),
            "fio gave no bandwidth",
          )}
        </Approximate>
      </NumberCell>
      <NumberCell>{orMissing(clat?.mean ?? null, formatLatency, latencyReason(clat))}</NumberCell>
      {[50, 99, 99.9, 99.99].map((percentile) => {
        const told = percentileTold(clat, percentile);
        return (
          <NumberCell key={percentile} title={told?.title}>
            {told?.text ?? <Missing reason={percentileReason(clat)} />}
          </NumberCell>
        );
      })}
      <NumberCell>{orMissing(clat?.max ?? null, formatLatency, latencyReason(clat))}</NumberCell>
      <NumberCell>
        {orMissing(figures.io_bytes, (value) => formatBytes(value), "fio gave no byte count")}
      </NumberCell>
      <NumberCell>{orMissing(figures.runtime_ms, formatRuntime, "fio gave no runtime")}</NumberCell>
    </>
  );
}

function orMissing(value: number | null, format: (value: number) => string, reason: string): ReactNode {
  return value === null ? <Missing reason={reason} /> : format(value);
}

function latencyReason(clat: Latency | null): string {
  return clat === null ? "completion latency was not measured" : "it is not in the output";
}

function percentileReason(clat: Latency | null): string {
  return clat?.percentiles_reason ?? latencyReason(clat);
}
