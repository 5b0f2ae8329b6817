import { Link } from "@tanstack/react-router";
import type { DriveModelDetail, ModelWorkload } from "@/api/types";
import type { ModelParams } from "@/lib/address";
import { paths } from "@/lib/paths";
import {
  formatBandwidth,
  formatBytes,
  formatCount,
  formatIops,
  formatLatency,
  formatPercent,
} from "@/lib/units";
import styles from "@/sections/Fleet.module.css";
import { apartBy, differences } from "@/sections/fleet-words";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: "Workload" },
  { name: "Drives", isNumeric: true },
  { name: "Runs", isNumeric: true },
  { name: "Typical", isNumeric: true },
  { name: "Best", isNumeric: true },
  { name: "Latency p50", isNumeric: true },
  { name: "Noise of repeats", isNumeric: true },
  { name: "Odd ones" },
];

/** What drives of a model measured, each alone: the median drive and the fastest. */
export function Workloads({ model, params }: { model: DriveModelDetail; params: ModelParams }) {
  return (
    <Card
      title="What its drives measured"
      subtitle="Runs whose data went to one drive alone, the newest 5 of each; typical is the median drive"
      isFlush
    >
      {model.workloads.length === 0 ? (
        <EmptyMessage
          title="No run measured a drive of this model alone."
          detail="A run over an array tells of no single drive."
        />
      ) : (
        <Table caption="Workloads" columns={COLUMNS} isDense>
          {model.workloads.map((workload, i) => (
            <tr
              key={`${workload.workload} ${workload.direction} ${workload.size_bytes} ${workload.target_kind}`}
            >
              <th scope="row" className={styles.drive}>
                <Link to={paths.model(model.id, { ...params, workload: String(i) })} resetScroll={false}>
                  {workload.workload}
                </Link>
                <div className={styles.small}>{about(workload)}</div>
              </th>
              <NumberCell>{formatCount(workload.drives)}</NumberCell>
              <NumberCell>{formatCount(workload.runs)}</NumberCell>
              <NumberCell>
                {formatIops(workload.iops_typical)} IOPS
                <div className={styles.small}>{formatBandwidth(workload.bw_typical_bytes_per_s)}</div>
              </NumberCell>
              <NumberCell>
                {formatIops(workload.iops_best)} IOPS
                <div className={styles.small}>{formatBandwidth(workload.bw_best_bytes_per_s)}</div>
              </NumberCell>
              <NumberCell>{formatLatency(workload.latency_p50_typical_ns)}</NumberCell>
              <NumberCell>
                {workload.noise === null ? (
                  <Missing reason="too few repeats" />
                ) : (
                  formatPercent(Math.round(workload.noise * 1000) / 10)
                )}
              </NumberCell>
              <td>
                <Odd workload={workload} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

function about({ direction, target_kind: kind, size_bytes: size }: ModelWorkload): string {
  return [direction, kind, size === null ? null : formatBytes(size)]
    .filter((part) => part !== null)
    .join(", ");
}

function Odd({ workload }: { workload: ModelWorkload }) {
  if (workload.why_not !== null) return <Missing reason={workload.why_not} />;
  if (workload.odd.length === 0) return "none";
  return workload.odd.map((odd) => {
    const drive = workload.figures.find((one) => one.drive_id === odd.drive_id);
    return (
      <p key={odd.drive_id} className={styles.detail}>
        <Link to={paths.run(odd.run_id)}>
          {drive === undefined ? "A drive" : `${drive.name} in ${drive.host.name}`}
        </Link>
        : {apartBy(odd)}; {differences(odd)}
      </p>
    );
  });
}
