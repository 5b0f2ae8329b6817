import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Latency, ResultFigures } from "@/api/types";
import { sentenceCase } from "@/lib/format";
import { isSupported, neededSamples } from "@/lib/percentiles";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatBandwidthExact,
  formatBytes,
  formatCount,
  formatEnergy,
  formatIops,
  formatIopsPerWatt,
  formatLatency,
  formatPercent,
  formatPower,
  formatRuntime,
} from "@/lib/units";
import { workloadInWords } from "@/lib/workload";
import {
  bandwidthBoundsInWords,
  boundsInWords,
  formatKnownPercentile,
  isTyped,
  MERGED_SECTIONS,
  originsInWords,
  TYPED,
} from "@/subjects/runs/parts/certainty";
import { DURABLE_BASES, NO_SUM } from "@/subjects/runs/parts/durable-words";
import { FigureCell, FigureRow, FigureStrip } from "@/subjects/runs/parts/FigureStrip";
import styles from "@/subjects/runs/parts/Headlines.module.css";
import { POWER_SOURCES } from "@/subjects/runs/parts/power-words";
import { type SteadyState, steadyCriterion, steadyHeadline } from "@/subjects/runs/parts/steady-words";
import { Approximate } from "@/ui/Approximate";
import { Badge } from "@/ui/Badge";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";

interface HeadlinesProps {
  result: ResultFigures;
  units: BandwidthUnits;
  /** Whether the page has no other result and its title says the workload: no head repeats that. */
  isAlone?: boolean;
}

/** The figures of one result, each with what it needs to be read: unit, sample, spread. */
export function Headlines({ result, units, isAlone = false }: HeadlinesProps) {
  const { clat_ns: clat } = result;
  const other = units === "decimal" ? "binary" : "decimal";
  const n = clat?.n ?? result.total_ios;
  return (
    <FigureStrip
      name={resultName(result)}
      head={isAlone && !isTyped(result) && !result.is_merged_sections ? null : <ResultHead result={result} />}
    >
      <FigureRow columns="seven">
        <FigureCell
          name="IOPS"
          more={result.total_ios === null ? "" : t`${{ total_ios: formatCount(result.total_ios) }} I/Os`}
        >
          <Approximate words={boundsInWords(result.iops_bounds, (value) => `${formatCount(value)} IOPS`)}>
            {result.iops === null ? <Missing reason={t`the output has no IOPS`} /> : formatIops(result.iops)}
          </Approximate>
        </FigureCell>
        <FigureCell
          name={t`Bandwidth`}
          more={result.bw_bytes_per_s === null ? "" : formatBandwidth(result.bw_bytes_per_s, other)}
          title={formatBandwidthExact(result.bw_bytes_per_s)}
        >
          <Approximate words={bandwidthBoundsInWords(result.bw_bounds_bytes_per_s)}>
            {result.bw_bytes_per_s === null ? (
              <Missing reason={t`the output has no bandwidth`} />
            ) : (
              formatBandwidth(result.bw_bytes_per_s, units)
            )}
          </Approximate>
        </FigureCell>
        <FigureCell
          name={t`clat p50`}
          more={clat?.mean == null ? "" : t`mean ${{ mean: formatLatency(clat.mean) }}`}
        >
          <Percentile latency={clat} percentile={50} n={n} />
        </FigureCell>
        <FigureCell name={t`clat p99`} more={clat === null ? "" : describeSample(99, n)}>
          <Percentile latency={clat} percentile={99} n={n} />
        </FigureCell>
        <FigureCell name={t`clat p99.9`} more={clat === null ? "" : describeSample(99.9, n, clat.max)}>
          <Percentile latency={clat} percentile={99.9} n={n} />
        </FigureCell>
        <FigureCell name={t`fio CPU per job`} more={<CpuShares result={result} />}>
          {result.usr_cpu_pct === null || result.sys_cpu_pct === null ? (
            <Missing reason={t`CPU usage is not in the output`} />
          ) : (
            formatPercent(result.usr_cpu_pct + result.sys_cpu_pct)
          )}
        </FigureCell>
        <FigureCell
          name={t`Runtime`}
          more={result.io_bytes === null ? "" : t`${{ io_bytes: formatBytes(result.io_bytes) }} transferred`}
        >
          {result.runtime_ms === null ? (
            <Missing reason={t`the output has no runtime`} />
          ) : (
            formatRuntime(result.runtime_ms)
          )}
        </FigureCell>
      </FigureRow>
      {result.sync_lat_ns != null && <SyncRow sync={result.sync_lat_ns} />}
      {result.steady_state != null && (
        <SteadyRow state={result.steady_state} runtime_ms={result.runtime_ms} />
      )}
      {result.durable_basis != null &&
        (result.durable_write_mean_ns !== null || result.sync_lat_ns != null) && (
          <DurableRow result={result} basis={DURABLE_BASES[result.durable_basis]} />
        )}
      {result.power_source != null && <PowerRow result={result} {...POWER_SOURCES[result.power_source]} />}
    </FigureStrip>
  );
}

/** Whether fio's own steadystate criterion was met, when, and how far the last window was from it. */
function SteadyRow({ state, runtime_ms }: { state: SteadyState; runtime_ms: number | null }) {
  return (
    <FigureRow columns="seven">
      <FigureCell name={t`fio steady state`} more={steadyCriterion(state)}>
        {steadyHeadline(state, runtime_ms) ?? (
          <Missing reason={t`the output does not say whether it was reached`} />
        )}
      </FigureCell>
    </FigureRow>
  );
}

/** The power drawn while the jobs ran, and what they did with it. */
function PowerRow({ result, what, meter }: { result: ResultFigures; what: string; meter: string }) {
  const { power_w: watts, power_low_w: low, power_high_w: high, power_readings: n } = result;
  const { power_bytes_per_s: bytes, power_iops: iops } = result;
  if (watts == null || n == null) return null;
  const readings = t`n = ${{ n: formatCount(n) }}, ${{ meter }}`;
  return (
    <FigureRow columns="seven">
      <FigureCell
        name={t`Power, ${{ what }}`}
        more={
          low == null || high == null
            ? readings
            : t`95 % CI ${{ low: formatPower(low) }} to ${{ high: formatPower(high) }}, ${{ readings }}`
        }
      >
        {formatPower(watts)}
      </FigureCell>
      <FigureCell name={t`Energy`} more="">
        {bytes == null ? <Missing reason={t`bytes moved are unknown`} /> : formatEnergy(watts / bytes)}
      </FigureCell>
      <FigureCell name={t`IOPS per watt`} more="">
        {iops == null ? <Missing reason={t`IOPS are unknown`} /> : formatIopsPerWatt(iops / watts)}
      </FigureCell>
    </FigureRow>
  );
}

/** How long a write takes until it survives a power loss, and what that is known from. */
function DurableRow({ result, basis }: { result: ResultFigures; basis: string }) {
  const { durable_write_mean_ns: mean, durable_write_p99_ns: p99 } = result;
  return (
    <FigureRow columns="seven">
      <FigureCell name={t`Durable write, mean`} more={mean === null ? "" : basis}>
        {mean === null ? <Missing reason={basis} /> : formatLatency(mean)}
      </FigureCell>
      <FigureCell
        name={t`Durable write, p99`}
        more={mean !== null && p99 === null ? t`percentiles cannot be added` : ""}
      >
        {p99 === null ? <Missing reason={mean === null ? basis : NO_SUM} /> : formatLatency(p99)}
      </FigureCell>
    </FigureRow>
  );
}

/** What fsync, fdatasync and sync_file_range took: the wait of a write that has to be durable. */
function SyncRow({ sync }: { sync: Latency }) {
  return (
    <FigureRow columns="seven">
      <FigureCell name={t`Syncs`} more="">
        {sync.n === null ? <Missing reason={t`the output does not count them`} /> : formatCount(sync.n)}
      </FigureCell>
      <FigureCell name={t`Sync mean`} more="">
        {sync.mean === null ? <Missing reason={t`the output has no mean`} /> : formatLatency(sync.mean)}
      </FigureCell>
      {[50, 95, 99, 99.9].map((percentile) => (
        <FigureCell
          key={percentile}
          name={t`Sync p${percentile}`}
          more={percentile > 95 ? describeSample(percentile, sync.n) : ""}
        >
          <Percentile latency={sync} percentile={percentile} n={sync.n} />
        </FigureCell>
      ))}
      <FigureCell name={t`Sync max`} more="">
        {sync.max === null ? <Missing reason={t`the output has no maximum`} /> : formatLatency(sync.max)}
      </FigureCell>
    </FigureRow>
  );
}

/** What a strip of figures is of: the landmark's name. */
export function resultName({ job_name, direction }: Pick<ResultFigures, "job_name" | "direction">): string {
  return `${job_name}, ${direction}`;
}

/** The same as its head. `isPart`: where the settings are from is told of the whole run alone. */
export function ResultHead({ result, isPart = false }: { result: ResultFigures; isPart?: boolean }) {
  const origins = isPart ? null : originsInWords(result.settings_source);
  return (
    <h2 className={styles.label}>
      <DirectionMark direction={result.direction} />
      <span className={styles.workload}>
        {result.job_name} ·{" "}
        {result.is_merged_sections ? (
          <Badge title={MERGED_SECTIONS}>
            <Trans>merged sections</Trans>
          </Badge>
        ) : (
          sentenceCase(workloadInWords(result))
        )}
      </span>
      {isTyped(result) && (
        <Badge title={TYPED}>
          <Trans>Typed by hand</Trans>
        </Badge>
      )}
      {origins !== null && <span className={styles.origins}>{origins}</span>}
    </h2>
  );
}

interface PercentileProps {
  latency: Latency | null;
  percentile: number;
  /** Of the sample; null = unknown. */
  n: number | null;
}

/** One percentile, under the rule of the percentile chart: too few I/Os beyond it, and there is none. */
function Percentile({ latency, percentile, n }: PercentileProps) {
  const told = formatKnownPercentile(latency, percentile);
  if (told !== null && n !== null && !isSupported(percentile, n)) {
    return <Missing reason={`p${percentile} ${describeSample(percentile, n)}`} />;
  }
  if (told !== null) return <span title={told.title}>{told.text}</span>;
  const reason =
    latency === null
      ? t`completion latency is not in the output`
      : (latency.percentiles_reason ?? t`p${percentile} is not in the output`);
  return <Missing reason={reason} />;
}

/** What a tail percentile rests on, or what it would need. */
function describeSample(percentile: number, n: number | null, max: number | null = null): string {
  if (n !== null && !isSupported(percentile, n)) {
    return t`needs ${{ percentile: formatCount(neededSamples(percentile)) }} I/Os; n = ${{ n: formatCount(n) }}`;
  }
  if (max !== null) return t`max ${{ max: formatLatency(max) }}`;
  return n === null ? t`n unknown` : `n = ${formatCount(n)}`;
}

function CpuShares({ result }: { result: ResultFigures }) {
  if (result.usr_cpu_pct === null || result.sys_cpu_pct === null) return null;
  return t`usr ${{ usr: formatPercent(result.usr_cpu_pct) }}, sys ${{ sys: formatPercent(result.sys_cpu_pct) }} of a core`;
}
