/** What a run says in each column of the history: one line per headline result, so that lines stay level. */
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { ListedResult as Result, RunItem } from "@/api/types";
import { answerInWords } from "@/lib/answer-words";
import { type FactorShape, formatFactor } from "@/lib/factor";
import { shortenMiddle } from "@/lib/format";
import { formatMetric, metricOf } from "@/lib/metrics";
import { percentileText } from "@/lib/percentiles";
import { formatMoment, formatUtc } from "@/lib/time";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatBandwidthExact,
  formatCount,
  formatIops,
  formatRatedShare,
} from "@/lib/units";
import { patternInWords, shortConcurrency, workloadInWords } from "@/lib/workload";
import { VERDICTS } from "@/subjects/datasheets/parts/scorecard-words";
import { mainMetric } from "@/subjects/runs/list/main-metric";
import styles from "@/subjects/runs/list/RunTable.module.css";
import type { RunRow } from "@/subjects/runs/list/rows";
import { Yardstick as YardstickBar } from "@/subjects/runs/parts/answer/Yardstick";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";

/** Only its year is of interest: dates of another year say theirs. */
const now = new Date();

const noResult = <Missing reason={t`this run has no results`} />;

function PerLine({ row, children }: { row: RunRow; children: (result: Result) => ReactNode }) {
  if (row.lines.length === 0) return noResult;
  return (
    <span className="stack">
      {row.lines.map((result) => (
        <span key={result.id} className={styles.line}>
          {children(result)}
        </span>
      ))}
    </span>
  );
}

export function Workload({ row }: { row: RunRow }) {
  return (
    <PerLine row={row}>
      {(result) => {
        const isRepeated = result !== row.lines[0] && result.workload_id === row.lines[0]?.workload_id;
        // The second direction of one mixed job: its options are those above.
        if (isRepeated)
          return (
            <span className={styles.ditto}>
              <Trans>same job</Trans>
            </span>
          );
        const { pattern, size } = patternInWords(result);
        return (
          <span title={workloadInWords(result)}>
            {pattern ?? result.job_name} {size !== null && <code className="ink">{size}</code>}{" "}
            <span className={styles.depth}>{shortConcurrency(result)}</span>
          </span>
        );
      }}
    </PerLine>
  );
}

/** The figure that people name for such a workload. With two directions each says which it is. */
export function MainResult({ row, units }: { row: RunRow; units: BandwidthUnits }) {
  return (
    <PerLine row={row}>
      {(result) => (
        <>
          {row.lines.length > 1 && <DirectionMark direction={result.direction} isShort />}{" "}
          {mainMetric(result) === "iops" ? iopsOf(result, " IOPS") : bandwidthOf(result, units)}
        </>
      )}
    </PerLine>
  );
}

/** How much of the limit, else of the datasheet; of the run's first result with one. */
export function Yardstick({ row }: { row: RunRow }) {
  return (
    <PerLine row={row}>
      {({ rated_share, rated_verdict }) => (
        <span className={styles.share}>
          <YardstickBar of={{ verdict: row.run.verdict, rated_share, rated_verdict }} />
        </span>
      )}
    </PerLine>
  );
}

export function Started({ run }: { run: RunItem }) {
  if (run.started_at === null) {
    return (
      <time
        className="faint"
        dateTime={run.uploaded_at}
        title={t`Start not stated; received ${{ uploaded_at: formatUtc(run.uploaded_at) }}`}
      >
        <Trans>not stated</Trans>
      </time>
    );
  }
  return (
    <time className={styles.started} dateTime={run.started_at} title={formatUtc(run.started_at)}>
      <StartWords iso={run.started_at} />
    </time>
  );
}

/** The hour gives way to the year where there is room for one only; the whole time stands in the title. */
export function StartWords({ iso }: { iso: string }) {
  const [, day = "", hour = ""] = /^(.*) (\S+)$/.exec(formatMoment(iso, now)) ?? [];
  const isOfAnotherYear = / \d{4}$/.test(day);
  return (
    <>
      {day}
      <span className={isOfAnotherYear ? styles.hour : styles.clock}> {hour}</span>
    </>
  );
}

export function Target({ target }: { target: string | null }) {
  if (target === null) return <Missing reason={t`the target was not recorded`} />;
  return <span title={target}>{shortenMiddle(target, 22)}</span>;
}

export function Direction({ row }: { row: RunRow }) {
  return (
    <span className="row gap-8">
      <PerLine row={row}>{(result) => <DirectionMark direction={result.direction} />}</PerLine>
      {row.hidden > 0 && (
        <span
          className={styles.more}
          title={t`${{ hidden: formatCount(row.hidden) }} more results on the run's page`}
        >
          +{row.hidden}
        </span>
      )}
    </span>
  );
}

export function Iops({ row }: { row: RunRow }) {
  return <PerLine row={row}>{(result) => iopsOf(result)}</PerLine>;
}

export function Bandwidth({ row, units }: { row: RunRow; units: BandwidthUnits }) {
  return (
    <PerLine row={row}>
      {(result) => (
        <span title={formatBandwidthExact(result.bw_bytes_per_s)}>{bandwidthOf(result, units)}</span>
      )}
    </PerLine>
  );
}

export function P99({ row }: { row: RunRow }) {
  return (
    <PerLine row={row}>
      {(result) =>
        figure(
          percentileText(result.clat_ns, 99),
          result.clat_ns?.percentiles_reason ?? t`completion latency p99 was not measured`,
        )
      }
    </PerLine>
  );
}

/** A factor's value, as the run has it. */
export function FactorValue({ run, factor }: { run: RunItem; factor: FactorShape }) {
  const value = run.cells?.[factor.key];
  if (value === null || value === undefined)
    return <Missing reason={t`${{ title: factor.title }} is unknown`} />;
  const text = formatFactor(factor, value);
  return <span title={text}>{text}</span>;
}

/** A metric, one line per headline result; the service's list has a value per result in their order. */
export function MetricValue({ row, name, units }: { row: RunRow; name: string; units: BandwidthUnits }) {
  const metric = metricOf(name);
  return (
    <PerLine row={row}>
      {(result) => {
        const cell = row.run.cells?.[name];
        const value = Array.isArray(cell) ? cell[row.run.results.indexOf(result)] : cell;
        return figure(
          metric !== null && typeof value === "number" ? formatMetric(metric, value, units) : null,
          t`${{ title: metric?.title ?? name }} not measured`,
        );
      }}
    </PerLine>
  );
}

/** What of a run's answer stands under one key: its limit, its doubts, all that was found. */
export function OfAnswer({ run, name }: { run: RunItem; name: string }) {
  const cell = run.cells?.[name];
  if (run.verdict === null) return <Missing reason={t`no verdict: parsed by an older version`} />;
  const ids = Array.isArray(cell) ? cell.map(String) : typeof cell === "string" ? [cell] : [];
  const words =
    ids.length === 0 ? answerInWords(name, "") : ids.map((id) => answerInWords(name, id)).join(", ");
  return <span title={words}>{words}</span>;
}

/** Measured over what the datasheet rates, and what of that may be said. */
export function OfRated({ row }: { row: RunRow }) {
  return (
    <PerLine row={row}>
      {({ rated_share, rated_verdict }) => {
        if (rated_verdict === null) return <Missing reason={t`no datasheet rates it`} />;
        const { inRow, meaning } = VERDICTS[rated_verdict];
        return <span title={meaning}>{inRow(formatRatedShare(rated_share))}</span>;
      }}
    </PerLine>
  );
}

function iopsOf({ iops, iops_bounds: bounds }: Result, unit = ""): ReactNode {
  return figure(
    iops === null ? null : within(iops, bounds, formatIops(iops)) + unit,
    t`the output has no IOPS`,
  );
}

function bandwidthOf({ bw_bytes_per_s: rate, bw_bounds_bytes_per_s: bounds }: Result, units: BandwidthUnits) {
  return figure(
    rate === null ? null : within(rate, bounds, formatBandwidth(rate, units)),
    t`the output has no bandwidth`,
  );
}

/** "≈ 9 GB/s": what was rounded by more than three digits show claims none that it does not have. */
function within(value: number, bounds: readonly number[] | null, text: string) {
  const [low = value, high = value] = bounds ?? [];
  return high - low > value / 100 ? `≈ ${text.replace(/\.0+(?!\d)/, "")}` : text;
}

function figure(text: string | null, reason: string): ReactNode {
  return text ?? <Missing reason={reason} />;
}
