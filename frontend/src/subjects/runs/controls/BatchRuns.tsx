import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Batch } from "@/api/types";
import { VERDICTS } from "@/api/vocabulary.gen";
import { byJob } from "@/lib/direction";
import { sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import { percentileText } from "@/lib/percentiles";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatBandwidthExact,
  formatIops,
  formatPercent,
} from "@/lib/units";
import { VerdictMark } from "@/subjects/runs/parts/answer/VerdictMark";
import { RunStatus, statusOf } from "@/subjects/runs/RunStatus";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Workload` },
  { name: "IOPS", isNumeric: true },
  { name: t`Bandwidth`, isNumeric: true },
  { name: "p50", isNumeric: true, isWide: true },
  { name: "p99", isNumeric: true },
  { name: "CPU", isNumeric: true, isWide: true },
  { name: t`Verdict` },
  { name: t`Started`, isWide: true },
];

type Run = Batch["runs"][number];
type Result = Run["results"][number];

interface BatchRunsProps {
  runs: Batch["runs"];
  /** By result id. */
  names: Batch["result_names"];
  units: BandwidthUnits;
  /** Rows at first: the others come by a button. */
  most: number;
}

/** What a batch measured: a row per result, its workload leading to the run. */
export function BatchRuns({ runs, names, units, most }: BatchRunsProps) {
  const [isWhole, setWhole] = useState(false);
  const rows = runs.flatMap((run): { run: Run; result: Result | null }[] =>
    run.results.length === 0
      ? [{ run, result: null }]
      : byJob(run.results).map((result) => ({ run, result })),
  );
  // One row more is no reason for a button.
  const shown = isWhole || rows.length <= most + 1 ? rows : rows.slice(0, most);
  return (
    <>
      <Table caption={t`Runs of this batch`} columns={COLUMNS}>
        {shown.map(({ run, result }) => (
          <tr key={`${run.id}/${result?.id ?? ""}`}>
            <th scope="row">
              <Link to={paths.run(run.id)}>
                {result === null ? (run.title ?? t`No results`) : sentenceCase(names[result.id] ?? "")}
              </Link>
            </th>
            <Figures result={result} units={units} />
            <td>
              <Verdict run={run} />
            </td>
            <td className="only-wide">
              <Moment iso={run.started_at} reason={t`this run has no start time`} />
            </td>
          </tr>
        ))}
      </Table>
      {shown.length < rows.length && (
        <p className="remark">
          <Button variant="default" size="xs" onClick={() => setWhole(true)}>
            <Trans>
              Show all <Plural value={{ rows: rows.length }} one="# result" other="# results" />
            </Trans>
          </Button>
        </p>
      )}
    </>
  );
}

function Figures({ result, units }: { result: Result | null; units: BandwidthUnits }) {
  if (result === null) {
    const none = <Missing reason={t`this run has no results`} />;
    return COLUMNS.slice(1, 6).map(({ name, isWide }) => (
      <NumberCell key={name} isWide={isWide === true}>
        {none}
      </NumberCell>
    ));
  }
  const { iops, bw_bytes_per_s: bandwidth, usr_cpu_pct: user, sys_cpu_pct: system } = result;
  return (
    <>
      <NumberCell>
        {iops === null ? <Missing reason={t`the output has no IOPS`} /> : formatIops(iops)}
      </NumberCell>
      <NumberCell title={formatBandwidthExact(bandwidth)}>
        {bandwidth === null ? (
          <Missing reason={t`the output has no bandwidth`} />
        ) : (
          formatBandwidth(bandwidth, units)
        )}
      </NumberCell>
      <NumberCell isWide>
        {percentileText(result.clat_ns, 50) ?? <Missing reason={t`p50 is not in the output`} />}
      </NumberCell>
      <NumberCell>
        {percentileText(result.clat_ns, 99) ?? <Missing reason={t`p99 is not in the output`} />}
      </NumberCell>
      <NumberCell isWide title={t`User and system time, as a share of one CPU per job`}>
        {user === null || system === null ? (
          <Missing reason={t`CPU usage is not in the output`} />
        ) : (
          formatPercent(user + system)
        )}
      </NumberCell>
    </>
  );
}

function Verdict({ run }: { run: Run }) {
  const status = statusOf(run);
  return (
    <span className="inline-row" style={{ flexWrap: "wrap", gap: "4px 8px" }}>
      <VerdictMark verdict={run.verdict} />
      {run.verdict !== null && <span className="only-wide">{VERDICTS[run.verdict.kind]}</span>}
      {status.tone !== "ok" && <RunStatus run={run} />}
    </span>
  );
}
