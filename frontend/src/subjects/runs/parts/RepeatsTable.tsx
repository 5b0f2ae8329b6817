import { t } from "@lingui/core/macro";
import type { Repeats } from "@/api/types";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatBandwidthExact,
  formatCount,
  formatIops,
  formatSpan,
} from "@/lib/units";
import styles from "@/subjects/runs/parts/RepeatsTable.module.css";
import { relativeSpread } from "@/subjects/runs/parts/relative-spread";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Workload` },
  { name: t`Direction` },
  { name: t`Runs`, isNumeric: true },
  { name: t`IOPS, mean`, isNumeric: true },
  { name: t`95 % CI of the mean`, isNumeric: true },
  { name: t`IOPS, range`, isNumeric: true },
  { name: t`Bandwidth, mean`, isNumeric: true },
];

/** What the batch says of each workload, and how far its repeats lie apart. */
export function RepeatsTable({ repeats, units }: { repeats: readonly Repeats[]; units: BandwidthUnits }) {
  return (
    <Table caption={t`Workloads and their repeats`} columns={COLUMNS}>
      {repeats.map((repeat) => (
        <tr key={`${repeat.workload_id}/${repeat.direction}/${repeat.setting}`}>
          <th scope="row" className={styles.workload}>
            {repeat.workload}
            {repeat.setting !== null && (
              <span className="block faint tiny regular anywhere">{repeat.setting}</span>
            )}
          </th>
          <td>
            <Direction direction={repeat.direction} />
          </td>
          <NumberCell>{formatCount(repeat.n)}</NumberCell>
          <NumberCell>
            {repeat.iops_mean === null ? (
              <Missing reason={t`the output has no IOPS`} />
            ) : (
              formatIops(repeat.iops_mean)
            )}
          </NumberCell>
          <NumberCell>
            {repeat.iops_ci95 === null ? (
              <Missing reason={t`needs 3 runs, has ${{ n: repeat.n }}`} />
            ) : (
              <span className="faint">{formatSpan(repeat.iops_ci95, formatIops)}</span>
            )}
          </NumberCell>
          <NumberCell>
            {repeat.iops_min === null || repeat.iops_max === null ? (
              <Missing reason={t`the output has no IOPS`} />
            ) : repeat.n < 2 ? (
              <Missing reason={t`one run, no spread`} />
            ) : (
              <>
                {formatSpan([repeat.iops_min, repeat.iops_max], formatIops)}
                <span className="block faint tiny">{relativeSpread(repeat)}</span>
              </>
            )}
          </NumberCell>
          <NumberCell title={formatBandwidthExact(repeat.bw_mean_bytes_per_s)}>
            {repeat.bw_mean_bytes_per_s === null ? (
              <Missing reason={t`the output has no bandwidth`} />
            ) : (
              formatBandwidth(repeat.bw_mean_bytes_per_s, units)
            )}
          </NumberCell>
        </tr>
      ))}
    </Table>
  );
}

/** The API's word is open; only fio's own directions have a mark. */
function Direction({ direction }: { direction: string }) {
  const known = (["read", "write", "trim", "mixed"] as const).find((one) => one === direction);
  return known === undefined ? direction : <DirectionMark direction={known} />;
}
