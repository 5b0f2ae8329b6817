import type { ReactNode } from "react";
import type { Latency, ResultFigures } from "@/api/types";
import {
  boundsInWords,
  isTyped,
  MERGED_SECTIONS,
  originsInWords,
  percentileTold,
  TYPED,
} from "@/lib/certainty";
import { sentenceCase } from "@/lib/format";
import { isSupported } from "@/lib/percentiles";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatBandwidthExact,
  formatBytes,
  formatCount,
  formatIops,
  formatLatency,
  formatPercent,
  formatRuntime,
} from "@/lib/units";
import { workloadInWords } from "@/lib/workload";
import styles from "@/sections/Headlines.module.css";
import { Approximate } from "@/ui/Approximate";
import { Badge } from "@/ui/Badge";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";

interface HeadlinesProps {
  result: ResultFigures;
  units: BandwidthUnits;
}

/** The figures of one result, each with what it needs to be read: unit, sample, spread. */
export function Headlines({ result, units }: HeadlinesProps) {
  const { clat_ns: clat } = result;
  const other = units === "decimal" ? "binary" : "decimal";
  const n = clat?.n ?? result.total_ios;
  const origins = originsInWords(result.settings_source);
  return (
    <section className={styles.strip} aria-label={`${result.job_name}, ${result.direction}`}>
      <h2 className={styles.label}>
        <DirectionMark direction={result.direction} />
        <span className={styles.workload}>
          {result.job_name} ·{" "}
          {result.is_merged_sections ? (
            <Badge title={MERGED_SECTIONS}>merged sections</Badge>
          ) : (
            sentenceCase(workloadInWords(result))
          )}
        </span>
        {isTyped(result) && <Badge title={TYPED}>Typed by hand</Badge>}
        {origins !== null && <span className={styles.origins}>{origins}</span>}
      </h2>
      <dl className={styles.cells}>
        <Cell name="IOPS" more={result.total_ios === null ? "" : `${formatCount(result.total_ios)} I/Os`}>
          <Approximate words={boundsInWords(result.iops_bounds, (value) => `${formatCount(value)} IOPS`)}>
            {result.iops === null ? <Missing reason="the output has no IOPS" /> : formatIops(result.iops)}
          </Approximate>
        </Cell>
        <Cell
          name="Bandwidth"
          more={result.bw_bytes_per_s === null ? "" : formatBandwidth(result.bw_bytes_per_s, other)}
          title={formatBandwidthExact(result.bw_bytes_per_s)}
        >
          <Approximate words={boundsInWords(result.bw_bounds_bytes_per_s, formatBandwidthExact)}>
            {result.bw_bytes_per_s === null ? (
              <Missing reason="the output has no bandwidth" />
            ) : (
              formatBandwidth(result.bw_bytes_per_s, units)
            )}
          </Approximate>
        </Cell>
        <Cell name="clat p50" more={clat?.mean == null ? "" : `mean ${formatLatency(clat.mean)}`}>
          <Percentile clat={clat} percentile={50} />
        </Cell>
        <Cell name="clat p99" more={clat === null ? "" : tailNote(99, n)}>
          <Percentile clat={clat} percentile={99} />
        </Cell>
        <Cell
          name="clat p99.9"
          more={clat === null ? "" : clat.max == null ? tailNote(99.9, n) : `max ${formatLatency(clat.max)}`}
        >
          <Percentile clat={clat} percentile={99.9} />
        </Cell>
        <Cell name="Runtime" more={result.io_bytes === null ? "" : `${formatBytes(result.io_bytes)} moved`}>
          {result.runtime_ms === null ? (
            <Missing reason="the output has no runtime" />
          ) : (
            formatRuntime(result.runtime_ms)
          )}
        </Cell>
        <Cell name="CPU" more={<CpuShares result={result} />} title="Of one CPU, per job">
          {result.usr_cpu_pct === null || result.sys_cpu_pct === null ? (
            <Missing reason="the output has no CPU use" />
          ) : (
            formatPercent(result.usr_cpu_pct + result.sys_cpu_pct)
          )}
        </Cell>
      </dl>
    </section>
  );
}

interface CellProps {
  name: string;
  more: ReactNode;
  title?: string;
  children: ReactNode;
}

function Cell({ name, more, title, children }: CellProps) {
  return (
    <div className={styles.cell} title={title}>
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
      <dd className={styles.more}>{more}</dd>
    </div>
  );
}

function Percentile({ clat, percentile }: { clat: Latency | null; percentile: number }) {
  const told = percentileTold(clat, percentile);
  if (told !== null) return <span title={told.title}>{told.text}</span>;
  const reason =
    clat === null
      ? "completion latency was not measured"
      : (clat.percentiles_reason ?? `p${percentile} is not in the output`);
  return <Missing reason={reason} />;
}

/** How much a tail percentile rests on. */
function tailNote(percentile: number, n: number | null): string {
  if (n === null) return "n unknown";
  return isSupported(percentile, n) ? `n = ${formatCount(n)}` : `few samples: n = ${formatCount(n)}`;
}

function CpuShares({ result }: { result: ResultFigures }) {
  if (result.usr_cpu_pct === null || result.sys_cpu_pct === null) return null;
  return `usr ${formatPercent(result.usr_cpu_pct)} · sys ${formatPercent(result.sys_cpu_pct)}`;
}
