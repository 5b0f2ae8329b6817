import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Latency, ResultFigures } from "@/api/types";
import {
  formatBandwidth,
  formatBandwidthExact,
  formatBlockSize,
  formatCount,
  formatIops,
  formatLatency,
  formatRuntime,
} from "@/lib/units";
import styles from "@/subjects/runs/import/PreviewTable.module.css";
import { originOf } from "@/subjects/runs/import/wording";
import {
  bandwidthBoundsInWords,
  boundsInWords,
  formatKnownPercentile,
} from "@/subjects/runs/parts/certainty";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";
import { NumberCell } from "@/ui/Table";

interface ResultCellsProps {
  result: ResultFigures;
  /** Effective options as typed. */
  options: Readonly<Record<string, string>>;
}

/** One job and direction: what was asked, where that is known from, and what was measured. */
export function ResultCells({ result, options }: ResultCellsProps) {
  const { clat_ns: clat, lat_ns: total } = result;
  const { iops, bw_bytes_per_s: bandwidth, runtime_ms: runtime } = result;
  const setting = (name: string, value: string | null) => (
    <td>
      <Setting name={name} value={value} options={options} />
    </td>
  );
  return (
    <>
      <th scope="row">
        <DirectionMark direction={result.direction} />
      </th>
      <td>{result.job_name}</td>
      {setting("rw", result.rw)}
      {setting("bs", result.bs ?? (result.bs_bytes === null ? null : formatBlockSize(result.bs_bytes)))}
      {setting("iodepth", count(result.iodepth))}
      {setting("numjobs", count(result.numjobs))}
      {setting("ioengine", result.ioengine)}
      {setting("direct", result.direct === null ? null : result.direct ? "yes" : "no")}
      <NumberCell title={iops === null ? undefined : `${formatCount(iops)} IOPS`}>
        {iops === null ? <Missing reason={t`the output gives no IOPS`} /> : formatIops(iops)}
        <Rounded words={boundsInWords(result.iops_bounds, (value) => `${formatCount(value)} IOPS`)} />
      </NumberCell>
      <NumberCell title={bandwidth === null ? undefined : formatBandwidthExact(bandwidth)}>
        {bandwidth === null ? (
          <Missing reason={t`the output gives no bandwidth`} />
        ) : (
          formatBandwidth(bandwidth)
        )}
        <Rounded words={bandwidthBoundsInWords(result.bw_bounds_bytes_per_s)} />
      </NumberCell>
      <NumberCell>
        {clat?.mean != null ? (
          formatLatency(clat.mean)
        ) : total?.mean != null ? (
          // Some tools give the total latency only: another figure than the column's, and named so.
          t`lat ${{ mean: formatLatency(total.mean) }}`
        ) : (
          <Missing reason={latencyReason(clat)} />
        )}
      </NumberCell>
      <Percentile clat={clat} percentile={50} />
      <Percentile clat={clat} percentile={99} />
      <NumberCell>
        {runtime === null ? <Missing reason={t`the output gives no runtime`} /> : formatRuntime(runtime)}
      </NumberCell>
    </>
  );
}

function count(value: number | null): string | null {
  return value === null ? null : formatCount(value);
}

interface SettingProps {
  name: string;
  value: string | null;
  options: ResultCellsProps["options"];
}

function Setting({ name, value, options }: SettingProps) {
  if (value === null) return <Missing reason={t`${name} not in the output`} />;
  const { isTyped, words } = originOf(name, options);
  return (
    <code title={words} className={isTyped ? undefined : styles.inferred}>
      {value}
    </code>
  );
}

function Rounded({ words }: { words: string | null }): ReactNode {
  if (words === null) return null;
  return (
    <span className={styles.rounded} title={words}>
      <Trans>
        <span aria-hidden="true">rounded</span>
        <span className="visually-hidden">{words}</span>
      </Trans>
    </span>
  );
}

function Percentile({ clat, percentile }: { clat: Latency | null; percentile: number }) {
  const figure = formatKnownPercentile(clat, percentile);
  if (figure === null) {
    return (
      <NumberCell>
        <Missing reason={clat?.percentiles_reason ?? latencyReason(clat)} />
      </NumberCell>
    );
  }
  return <NumberCell title={figure.title}>{figure.text}</NumberCell>;
}

function latencyReason(clat: Latency | null): string {
  return clat === null ? t`completion latency is not in the output` : t`not in the output`;
}
