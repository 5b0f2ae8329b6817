import type { ResultFigures } from "@/api/types";
import { boundsInWords, percentileTold } from "@/lib/certainty";
import {
  formatBandwidth,
  formatBandwidthExact,
  formatBytes,
  formatCount,
  formatIops,
  formatLatency,
  formatRuntime,
} from "@/lib/units";
import { Approximate } from "@/ui/Approximate";
import { Card } from "@/ui/Card";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

const PERCENTILES = [50, 99, 99.9, 99.99];
const NUMBERS = [
  "IOPS",
  "Bandwidth",
  "clat mean",
  ...PERCENTILES.map((one) => `p${one}`),
  "max",
  "I/Os",
  "Moved",
  "Runtime",
];
const COLUMNS = [
  { name: "Job" },
  { name: "Direction" },
  ...NUMBERS.map((name) => ({ name, isNumeric: true })),
];

/** Every figure of every job and direction. */
export function FiguresTable({ results }: { results: readonly ResultFigures[] }) {
  return (
    <Card title="Figures" subtitle="One line per job and direction; MB/s and GB/s are decimal" isFlush>
      <Table caption="Figures per job and direction" columns={COLUMNS} isDense>
        {results.map((result) => (
          <Line key={result.position} result={result} />
        ))}
      </Table>
    </Card>
  );
}

function Line({ result }: { result: ResultFigures }) {
  const { clat_ns: clat } = result;
  const why =
    clat === null ? "completion latency was not measured" : (clat.percentiles_reason ?? "not in the output");
  return (
    <tr>
      <th scope="row">{result.job_name}</th>
      <td>
        <DirectionMark direction={result.direction} />
      </td>
      <NumberCell>
        <Approximate words={boundsInWords(result.iops_bounds, (value) => `${formatCount(value)} IOPS`)}>
          {shown(result.iops, formatIops, "fio gave no IOPS")}
        </Approximate>
      </NumberCell>
      <NumberCell
        title={result.bw_bytes_per_s === null ? undefined : formatBandwidthExact(result.bw_bytes_per_s)}
      >
        <Approximate words={boundsInWords(result.bw_bounds_bytes_per_s, formatBandwidthExact)}>
          {shown(result.bw_bytes_per_s, formatBandwidth, "fio gave no bandwidth")}
        </Approximate>
      </NumberCell>
      <NumberCell>{shown(clat?.mean ?? null, formatLatency, why)}</NumberCell>
      {PERCENTILES.map((percentile) => {
        const told = percentileTold(clat, percentile);
        return (
          <NumberCell key={percentile} title={told?.title}>
            {told?.text ?? <Missing reason={why} />}
          </NumberCell>
        );
      })}
      <NumberCell>{shown(clat?.max ?? null, formatLatency, why)}</NumberCell>
      <NumberCell>{shown(result.total_ios, formatCount, "fio gave no count")}</NumberCell>
      <NumberCell>{shown(result.io_bytes, formatBytes, "fio gave no byte count")}</NumberCell>
      <NumberCell>{shown(result.runtime_ms, formatRuntime, "fio gave no runtime")}</NumberCell>
    </tr>
  );
}

function shown(value: number | null, format: (value: number) => string, reason: string) {
  return value === null ? <Missing reason={reason} /> : format(value);
}
