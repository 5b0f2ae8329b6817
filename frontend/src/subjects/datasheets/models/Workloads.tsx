import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { DriveModelDetail, ModelWorkload } from "@/api/types";
import type { ModelParams } from "@/lib/address";
import { sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatBandwidth, formatCount, formatIops, formatLatency } from "@/lib/units";
import { isShown, WorkloadFilters, withoutFilter } from "@/subjects/datasheets/models/WorkloadFilters";
import { aboutWorkload, workloadKey } from "@/subjects/datasheets/parts/model-words";
import { noiseInWords } from "@/subjects/hosts/parts/fleet-words";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import styles from "@/ui/ListPage.module.css";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Workload` },
  { name: t`Drives`, isNumeric: true },
  { name: t`Runs`, isNumeric: true },
  { name: t`Median`, isNumeric: true },
  { name: t`Best`, isNumeric: true },
  { name: t`p50 latency`, isNumeric: true },
  { name: t`Run-to-run variation`, isNumeric: true },
  { name: t`Outliers`, isNumeric: true },
];

/** Rows at first: those with the most drives. */
const MAX_ROWS = 5;

/** What drives of a model measured, each alone: the median drive and the fastest. */
export function Workloads({ model, params }: { model: DriveModelDetail; params: ModelParams }) {
  const [isWhole, setWhole] = useState(false);
  const asked = model.workloads.filter((workload) => isShown(workload, params));
  // One row more is no reason for a button.
  const shown = isWhole || asked.length <= MAX_ROWS + 1 ? asked : asked.slice(0, MAX_ROWS);
  return (
    <Card
      title={t`Measured results`}
      subtitle={t`Single-drive runs. Each drive by its newest runs (up to 5); median over drives`}
      isFlush
    >
      <WorkloadFilters model={model} params={params} />
      {model.workloads.length === 0 ? (
        <EmptyMessage
          title={t`No single-drive run of this model.`}
          detail={t`Runs on an array do not measure a single drive.`}
        />
      ) : shown.length === 0 ? (
        <EmptyMessage
          title={t`No workload matches this filter.`}
          action={
            <Link to={paths.model(model.id, withoutFilter(params))}>
              <Trans>Show all workloads</Trans>
            </Link>
          }
        />
      ) : (
        <>
          <Table caption={t`Workloads`} columns={COLUMNS} isDense>
            {shown.map((workload) => (
              <WorkloadRow
                key={workloadKey(workload)}
                workload={workload}
                to={paths.model(model.id, {
                  ...params,
                  workload: String(model.workloads.indexOf(workload)),
                })}
              />
            ))}
          </Table>
          {shown.length < asked.length && (
            <p className="links remark">
              <Button variant="default" size="xs" onClick={() => setWhole(true)}>
                <Trans>
                  Show all <Plural value={{ asked: asked.length }} one="# workload" other="# workloads" />
                </Trans>
              </Button>
            </p>
          )}
        </>
      )}
    </Card>
  );
}

function WorkloadRow({ workload, to }: { workload: ModelWorkload; to: string }) {
  return (
    <tr>
      <th scope="row">
        <div className={styles.drive}>
          <Link to={to} resetScroll={false}>
            {sentenceCase(workload.workload)}
          </Link>
          <div className="faint tiny">{aboutWorkload(workload)}</div>
        </div>
      </th>
      <NumberCell>{formatCount(workload.drives)}</NumberCell>
      <NumberCell>{formatCount(workload.runs)}</NumberCell>
      <NumberCell>
        {formatIops(workload.iops_typical)} IOPS
        <div className="faint tiny">{formatBandwidth(workload.bw_typical_bytes_per_s)}</div>
      </NumberCell>
      <NumberCell>
        {formatIops(workload.iops_best)} IOPS
        <div className="faint tiny">{formatBandwidth(workload.bw_best_bytes_per_s)}</div>
      </NumberCell>
      <NumberCell>
        {workload.latency_p50_typical_ns === null ? (
          <Missing reason={t`median latency not reported`} />
        ) : (
          formatLatency(workload.latency_p50_typical_ns)
        )}
      </NumberCell>
      <NumberCell>
        {workload.noise === null ? <Missing reason={t`too few repeats`} /> : noiseInWords(workload.noise)}
      </NumberCell>
      <NumberCell>
        {workload.why_not === null ? (
          formatCount(workload.odd.length)
        ) : (
          <Missing reason={t`the outlier check ${{ why_not: workload.why_not }}`} />
        )}
      </NumberCell>
    </tr>
  );
}
