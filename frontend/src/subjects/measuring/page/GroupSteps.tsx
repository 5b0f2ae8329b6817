import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { RequestGroup } from "@/api/types";
import { formatBandwidth, formatIops, formatLatency } from "@/lib/units";
import { formatMs, type GroupStep } from "@/subjects/measuring/page/GroupHosts";
import { isOpen, REQUEST_STATES } from "@/subjects/measuring/parts/request-words";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

type Total = GroupStep["totals"][number];

const COLUMNS = [
  { name: t`Step` },
  { name: t`Bandwidth`, isNumeric: true },
  { name: t`IOPS`, isNumeric: true },
  { name: t`p99 latency`, isNumeric: true },
  { name: t`Slowest host` },
  { name: t`Start skew`, isNumeric: true },
  { name: t`Hosts`, isNumeric: true },
];
const STATES: Readonly<Record<GroupStep["state"], string>> = {
  waiting: t`not started yet`,
  running: t`still measuring`,
  ended: t`no common results`,
};

interface GroupStepsProps {
  group: RequestGroup;
  /** The step whose hosts are shown below. */
  chosen: number;
  onChoose: (step: number) => void;
  onPage: (fromStep: number) => void;
}

/** The steps of a suite, each with its total over all hosts. */
export function GroupSteps({ group, chosen, onChoose, onPage }: GroupStepsProps) {
  const { steps, previous_step: previous, next_step: next } = group;
  return (
    <Card
      title={t`Steps`}
      subtitle={
        <>
          <Trans>All hosts start each step together; figures are totals</Trans>
          <NotDone group={group} />
        </>
      }
      actions={
        <>
          {previous !== null && (
            <Button size="xs" variant="default" onClick={() => onPage(previous)}>
              <Trans>Previous steps</Trans>
            </Button>
          )}
          {next !== null && (
            <Button size="xs" variant="default" onClick={() => onPage(next)}>
              <Trans>Next steps</Trans>
            </Button>
          )}
        </>
      }
      isFlush
    >
      <Table caption={t`Steps`} columns={COLUMNS}>
        {steps.map((step) =>
          step.totals.length === 0 ? (
            <Row key={step.step} step={step} total={null} chosen={chosen} onChoose={onChoose} />
          ) : (
            step.totals.map((total) => (
              <Row
                key={`${step.step} ${total.rates.direction}`}
                step={step}
                total={total}
                chosen={chosen}
                onChoose={onChoose}
              />
            ))
          ),
        )}
      </Table>
    </Card>
  );
}

/** Hosts whose request ended otherwise than done, each with its reason. */
export function NotDone({ group }: { group: RequestGroup }) {
  return group.hosts.map(
    ({ request }) =>
      !isOpen(request) &&
      request.state !== "done" && (
        <span key={request.id} role="note">
          <br />
          {t`${request.host.name}: ${REQUEST_STATES[request.state].word}. ${{ why: request.reason ?? "" }}`}
        </span>
      ),
  );
}

interface RowProps {
  step: GroupStep;
  total: Total | null;
  chosen: number;
  onChoose: (step: number) => void;
}

function Row({ step, total, chosen, onChoose }: RowProps) {
  const why = total?.rates.reason ?? STATES[step.state];
  const p99 = total?.latency.percentiles["99"] ?? null;
  const slowest = step.hosts.find(({ host }) => host.id === total?.slowest_host_id)?.host.name;
  return (
    <tr>
      <th scope="row">
        <Button
          size="compact-xs"
          variant={step.step === chosen ? "default" : "subtle"}
          aria-pressed={step.step === chosen}
          onClick={() => onChoose(step.step)}
        >
          {nameStep(step)}
        </Button>
      </th>
      <NumberCell>{formatOr(total?.rates.bw_bytes_per_s, formatBandwidth, why)}</NumberCell>
      <NumberCell>{formatOr(total?.rates.iops, formatIops, why)}</NumberCell>
      <NumberCell>{formatOr(p99, formatLatency, total?.latency.reason ?? why)}</NumberCell>
      <td>{slowest ?? <Missing reason={total === null ? why : t`none is slower`} />}</td>
      <NumberCell>
        {formatMs(step.start_skew_ms) ?? <Missing reason={t`fewer than two hosts started`} />}
      </NumberCell>
      <NumberCell>
        {step.state === "ended" ? t`${step.total_hosts} of ${step.hosts.length}` : <Missing reason={why} />}
      </NumberCell>
    </tr>
  );
}

function formatOr(value: number | null | undefined, format: (value: number) => string, why: string) {
  return value === null || value === undefined ? <Missing reason={why} /> : format(value);
}

/** "2. rand-read-4k", "2. rand-read-4k, repeat 3"; "Step 2" until a host says what it is. */
export function nameStep({ step, workload, repeat }: GroupStep): string {
  if (workload === null) return t`Step ${step}`;
  return repeat === null || repeat === 1 ? `${step}. ${workload}` : t`${step}. ${workload}, repeat ${repeat}`;
}
