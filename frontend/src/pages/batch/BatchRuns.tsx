import { Link } from "@tanstack/react-router";
import type { Batch } from "@/api/types";
import { RunStatus } from "@/components/RunStatus";
import { headlines } from "@/lib/direction";
import { paths } from "@/lib/paths";
import { percentileText } from "@/lib/percentiles";
import { type BandwidthUnits, formatBandwidth, formatBandwidthExact, formatIops } from "@/lib/units";
import { shortConcurrency, shortPattern } from "@/lib/workload";
import styles from "@/pages/batch/BatchPage.module.css";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: "Run" },
  { name: "Workload" },
  { name: "Direction" },
  { name: "IOPS", isNumeric: true },
  { name: "Bandwidth", isNumeric: true },
  { name: "p99 clat", isNumeric: true },
  { name: "Status" },
];

/** The batch's runs; one row per headline result, the run named once. */
export function BatchRuns({ runs, units }: { runs: Batch["runs"]; units: BandwidthUnits }) {
  return (
    <Table caption="Runs of this batch" columns={COLUMNS}>
      {runs.flatMap((run) => {
        const { shown } = headlines(run.results);
        const link = (
          <Link to={paths.run(run.id)} className={styles.run}>
            {run.started_at === null ? "run, start unknown" : <Moment iso={run.started_at} />}
          </Link>
        );
        if (shown.length === 0) {
          return [
            <tr key={run.id}>
              <th scope="row">{link}</th>
              <td colSpan={5}>
                <Missing reason="this run has no results" />
              </td>
              <td>
                <RunStatus run={run} />
              </td>
            </tr>,
          ];
        }
        return shown.map((result, i) => (
          <tr key={`${run.id}/${result.id}`}>
            {i === 0 && (
              <th scope="row" rowSpan={shown.length}>
                {link}
              </th>
            )}
            <td>
              <code>
                {shortPattern(result) || result.job_name} {shortConcurrency(result)}
              </code>
            </td>
            <td>
              <DirectionMark direction={result.direction} />
            </td>
            <NumberCell>
              {result.iops === null ? <Missing reason="the output has no IOPS" /> : formatIops(result.iops)}
            </NumberCell>
            <NumberCell title={formatBandwidthExact(result.bw_bytes_per_s)}>
              {result.bw_bytes_per_s === null ? (
                <Missing reason="the output has no bandwidth" />
              ) : (
                formatBandwidth(result.bw_bytes_per_s, units)
              )}
            </NumberCell>
            <NumberCell>
              {percentileText(result.clat_ns, 99) ?? (
                <Missing reason="completion latency p99 was not measured" />
              )}
            </NumberCell>
            {i === 0 && (
              <td rowSpan={shown.length}>
                <RunStatus run={run} />
              </td>
            )}
          </tr>
        ));
      })}
    </Table>
  );
}
