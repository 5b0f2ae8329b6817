import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { MeasureRequest, RequestGroup } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatBandwidth, formatIops, formatLatency, formatRuntime } from "@/lib/units";
import { isOpen, REQUEST_STATES } from "@/subjects/measuring/parts/request-words";
import { Badge } from "@/ui/Badge";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { NumberCell, Table } from "@/ui/Table";

export type GroupStep = RequestGroup["steps"][number];
type StepHost = GroupStep["hosts"][number];
type Result = StepHost["results"][number];

const COLUMNS = [
  { name: t`Host` },
  { name: t`State` },
  { name: t`Bandwidth`, isNumeric: true },
  { name: t`IOPS`, isNumeric: true },
  { name: t`p99 latency`, isNumeric: true },
  { name: t`Test`, least: 160 },
  { name: t`Start delay`, isNumeric: true },
  { name: t`Clock offset`, isNumeric: true },
  { name: t`Run`, least: 240 },
];

/** A row for each direction of each host in a step. */
export function GroupHosts({ group, step }: { group: RequestGroup; step: GroupStep }) {
  return (
    <Table caption={t`Hosts that start together`} columns={COLUMNS}>
      {group.hosts.map(({ request }) => {
        const host = step.hosts.find((one) => one.host.id === request.host.id);
        return host === undefined ? null : host.results.length === 0 ? (
          <HostRow
            key={request.id}
            step={step}
            request={request}
            host={host}
            result={null}
            isSlowest={false}
          />
        ) : (
          host.results.map((result) => (
            <HostRow
              key={`${request.id} ${result.rates.direction}`}
              step={step}
              request={request}
              host={host}
              result={result}
              isSlowest={isSlowest(step, host, result)}
            />
          ))
        );
      })}
    </Table>
  );
}

function isSlowest(step: GroupStep, { host }: StepHost, { rates }: Result): boolean {
  const total = step.totals.find((one) => one.rates.direction === rates.direction);
  return total?.slowest_host_id === host.id;
}

/** Whether a reason is that of the whole request, which stands above the table. */
function isOfRequest({ reason }: MeasureRequest, why: string): boolean {
  return reason !== null && why.includes(reason.replace(/\.$/, ""));
}

/** Why a host has no rates. */
function describeMissing(
  step: GroupStep,
  request: MeasureRequest,
  host: StepHost,
  result: Result | null,
): string {
  if (isOpen(request) && host.run_id === null)
    return host.started_after_ms === null ? t`not started yet` : t`still measuring`;
  if (result !== null && step.state !== "ended") return t`other hosts are still measuring`;
  return result?.rates.reason ?? t`no common time window`;
}

/** What a host that has no run of the step yet is at. */
function Progress({ request, isStarted }: { request: MeasureRequest; isStarted: boolean }) {
  // Of a suite, what is left is not the step's.
  const leftS = request.progress?.steps === 1 ? request.progress.left_s : null;
  if (isOpen(request) && request.is_host_away)
    return request.host_seen_at === null ? (
      <Missing reason={t`the host has not polled yet`} />
    ) : (
      <p role="note">
        <Trans>
          No contact since <Moment iso={request.host_seen_at} />
        </Trans>
      </p>
    );
  if (request.state !== "running") return <Missing reason={t`run not uploaded yet`} />;
  return (
    <Link to={paths.request(request.id)}>
      {isStarted && leftS !== null ? t`${{ left: formatRuntime(leftS * 1000) }} left` : t`Watch live`}
    </Link>
  );
}

interface HostRowProps {
  step: GroupStep;
  request: MeasureRequest;
  host: StepHost;
  result: Result | null;
  isSlowest: boolean;
}

function HostRow({ step, request, host, result, isSlowest: isMarked }: HostRowProps) {
  // What became of the step: a suite may go on, or fail later.
  const isMeasured = host.run_id !== null && host.left_out === null;
  const { word, tone } = REQUEST_STATES[isMeasured ? "done" : request.state];
  const isWaiting = isOpen(request) && host.ready_at !== null && host.started_after_ms === null;
  const isStarted = host.started_after_ms !== null;
  const why = describeMissing(step, request, host, result);
  const noStart = isOpen(request) ? t`not started yet` : t`fio did not start`;
  const test = result?.workload ?? step.workload ?? request.name;
  const p99 = result?.latency.percentiles["99"] ?? null;
  return (
    <tr>
      <th scope="row">
        <Link to={paths.host(request.host.id)}>{request.host.name}</Link>{" "}
        {isMarked && (
          <Badge tone="warn">
            <Trans>slowest</Trans>
          </Badge>
        )}
      </th>
      <td>
        <Link to={paths.request(request.id)}>
          <Badge tone={tone}>{isWaiting ? t`Ready` : word}</Badge>
        </Link>
      </td>
      <NumberCell>
        {result === null || result.rates.bw_bytes_per_s === null ? (
          <Missing reason={why} />
        ) : (
          formatBandwidth(result.rates.bw_bytes_per_s)
        )}
      </NumberCell>
      <NumberCell>
        {result === null || result.rates.iops === null ? (
          <Missing reason={why} />
        ) : (
          formatIops(result.rates.iops)
        )}
      </NumberCell>
      <NumberCell>
        {p99 === null ? (
          <Missing reason={result?.latency.reason ?? (host.run_id === null ? why : t`no latencies`)} />
        ) : (
          formatLatency(p99)
        )}
      </NumberCell>
      <td>{test ?? <Missing reason={why} />}</td>
      <NumberCell>{formatMs(host.started_after_ms) ?? <Missing reason={noStart} />}</NumberCell>
      <NumberCell>{formatClock(host) ?? <Missing reason={t`clock offset not measured`} />}</NumberCell>
      <td>
        {host.left_out !== null && (
          <p role="note">
            {isOfRequest(request, host.left_out) ? (
              <Trans>Not in the total</Trans>
            ) : (
              t`Not in the total. ${{ why: host.left_out }}`
            )}
          </p>
        )}
        {host.run_id === null ? (
          host.left_out === null && <Progress request={request} isStarted={isStarted} />
        ) : (
          <Link to={paths.run(host.run_id)}>{host.verdict ?? t`Open run`}</Link>
        )}
      </td>
    </tr>
  );
}

/** "12.3 ms"; null where it is not known. */
export function formatMs(ms: number | null): string | null {
  return ms === null ? null : `${ms < 0 ? "−" : ""}${formatLatency(Math.abs(ms) * 1e6)}`;
}

function formatClock({ clock_ahead_ms: ahead, clock_uncertainty_ms: uncertainty }: StepHost): string | null {
  const clock = formatMs(ahead);
  return clock === null ? null : t`${clock} ± ${{ uncertainty: formatMs(uncertainty) ?? "" }}`;
}
