/** Cells of one job's figures in a row of a table. What is unknown is a dash with its reason, never 0. */
import { t } from "@lingui/core/macro";
import type { Latency, ResultFigures } from "@/api/types";
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
import {
  bandwidthBoundsInWords,
  boundsInWords,
  formatKnownPercentile,
} from "@/subjects/runs/parts/certainty";
import { Approximate } from "@/ui/Approximate";
import { Missing } from "@/ui/Missing";
import { NumberCell } from "@/ui/Table";

const PERCENTILES = [50, 99, 99.9, 99.99];
/** Headings of `LatencyCells`. */
export const LATENCY_COLUMNS = [t`clat mean`, ...PERCENTILES.map((one) => `p${one}`), "max"];

interface RateCellsProps {
  figures: Pick<ResultFigures, "iops" | "bw_bytes_per_s"> &
    // [low, high) of figures that were printed rounded; single clones have none.
    Partial<Pick<ResultFigures, "iops_bounds" | "bw_bounds_bytes_per_s">>;
  units?: BandwidthUnits;
}

/** IOPS and bandwidth. */
export function RateCells({ figures, units = "decimal" }: RateCellsProps) {
  const { iops, bw_bytes_per_s: bandwidth } = figures;
  const iopsBounds = figures.iops_bounds ?? null;
  const bandwidthBounds = figures.bw_bounds_bytes_per_s ?? null;
  return (
    <>
      <NumberCell>
        <Approximate words={boundsInWords(iopsBounds, (value) => `${formatCount(value)} IOPS`)}>
          {orMissing(iops, formatIops, t`the output has no IOPS`)}
        </Approximate>
      </NumberCell>
      <NumberCell title={bandwidth === null ? undefined : formatBandwidthExact(bandwidth)}>
        <Approximate words={bandwidthBoundsInWords(bandwidthBounds)}>
          {orMissing(bandwidth, (value) => formatBandwidth(value, units), t`the output has no bandwidth`)}
        </Approximate>
      </NumberCell>
    </>
  );
}

/** Completion latency: mean, percentiles, max. */
export function LatencyCells({ latency }: { latency: Latency | null }) {
  const why = latency === null ? t`completion latency is not in the output` : t`not in the output`;
  return (
    <>
      <NumberCell>{orMissing(latency?.mean ?? null, formatLatency, why)}</NumberCell>
      {PERCENTILES.map((percentile) => {
        const told = formatKnownPercentile(latency, percentile);
        return (
          <NumberCell key={percentile} title={told?.title}>
            {told?.text ?? <Missing reason={latency?.percentiles_reason ?? why} />}
          </NumberCell>
        );
      })}
      <NumberCell>{orMissing(latency?.max ?? null, formatLatency, why)}</NumberCell>
    </>
  );
}

/** Bytes moved and runtime. */
export function MovedCells({ figures }: { figures: Pick<ResultFigures, "io_bytes" | "runtime_ms"> }) {
  return (
    <>
      <NumberCell>
        {orMissing(figures.io_bytes, (value) => formatBytes(value), t`the output has no byte count`)}
      </NumberCell>
      <NumberCell>{orMissing(figures.runtime_ms, formatRuntime, t`the output has no runtime`)}</NumberCell>
    </>
  );
}

/** A value in words, or the dash that says why there is none. */
export function orMissing(value: number | null, format: (value: number) => string, reason: string) {
  return value === null ? <Missing reason={reason} /> : format(value);
}
