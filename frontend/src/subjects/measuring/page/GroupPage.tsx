import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { startTransition, useState } from "react";
import type { RequestGroup } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatBandwidth, formatCount, formatIops, formatLatency, formatRuntime } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { RequestAgain } from "@/subjects/measuring/controls/RequestAgain";
import { formatMs, GroupHosts, type GroupStep } from "@/subjects/measuring/page/GroupHosts";
import { GroupSteps, nameStep } from "@/subjects/measuring/page/GroupSteps";
import styles from "@/subjects/measuring/page/RequestPage.module.css";
import { nameGroup } from "@/subjects/measuring/parts/request-words";
import { cancelGroup, groupQuery } from "@/subjects/measuring/queries/request-groups";
import { PathCard } from "@/subjects/runs/parts/PathCard";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { LandmarkOf } from "@/ui/landmark-name";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";

const route = getRouteApi("/shell/request-groups/$id");
const DIRECTIONS: Readonly<Record<string, string>> = {
  read: t`Reads`,
  write: t`Writes`,
  trim: t`Trims`,
  mixed: t`Reads and writes together`,
};
const SHOWN = ["50", "99", "99.9"];

/** Several hosts that start at one moment: the total of each step, each host, and where its data goes. */
export function GroupPage() {
  const { id } = route.useParams();
  const [fromStep, setFromStep] = useState(1);
  const [chosen, setChosen] = useState(1);
  const { data: group } = useSuspenseQuery(groupQuery(id, fromStep));
  const first = group.hosts[0]?.request;
  const step = group.steps.find((one) => one.step === chosen) ?? group.steps[0];
  return (
    <>
      <PageHeader
        title={first === undefined ? t`Hosts started together` : nameGroup(first, group.hosts.length)}
        trail={
          <nav aria-label={t`Breadcrumb`} className="trail">
            <Link to={paths.hosts()}>
              <Trans>Hosts</Trans>
            </Link>
          </nav>
        }
        subtitle={
          first !== undefined && (
            <Trans>
              Requested by {{ created_by: first.created_by }}, <Moment iso={group.created_at} />
            </Trans>
          )
        }
        actions={
          group.state === "ended" ? (
            <RequestAgain requests={group.hosts.map(({ request }) => request)} />
          ) : (
            <Cancel group={group} />
          )
        }
      />
      <div className="stack gap-16 shrinks">
        {first?.kind === "suite" && step !== undefined && (
          <GroupSteps
            group={group}
            chosen={step.step}
            onChoose={setChosen}
            onPage={(from) => startTransition(() => setFromStep(from))}
          />
        )}
        {step?.totals.map((total) => (
          <Total key={total.rates.direction} total={total} step={step} />
        ))}
        {step !== undefined && (
          <Card
            title={first?.kind === "suite" ? t`Hosts: ${nameStep(step)}` : t`Hosts`}
            subtitle={<Start group={group} step={step} />}
            isFlush
          >
            <GroupHosts group={group} step={step} />
          </Card>
        )}
        {group.hosts.map(
          ({ request: { id: requestId, host }, path }) =>
            path !== null && (
              <LandmarkOf key={requestId} value={host.name}>
                <PathCard path={path} of={host.name} />
              </LandmarkOf>
            ),
        )}
      </div>
    </>
  );
}

function Cancel({ group }: { group: RequestGroup }) {
  const mayWrite = useMay("write");
  const cancel = useMutation(cancelGroup());
  const isAsked = group.hosts.some(({ request }) => request.cancel_asked_at !== null);
  if (!mayWrite) return null;
  return (
    <Button
      variant="default"
      loading={cancel.isPending}
      disabled={isAsked}
      onClick={() => cancel.mutate(group.id)}
    >
      {isAsked ? t`Cancelling` : t`Cancel all`}
    </Button>
  );
}

/** When they started the step, and how far apart. */
function Start({ group, step }: { group: RequestGroup; step: GroupStep }) {
  const waiting = step.hosts
    .filter((one) => one.ready_at === null && one.left_out === null)
    .map(({ host }) => host.name);
  if (step.start_at === null) {
    if (step.step > 1) {
      return step.state === "ended" ? (
        <Trans>Not started</Trans>
      ) : (
        <Trans>Waiting for {{ hosts: waiting.join(", ") }}</Trans>
      );
    }
    if (group.state === "ended") return <Trans>Not started: all start together, or none does</Trans>;
    return waiting.length === 0 ? (
      <Trans>All are ready</Trans>
    ) : (
      <Trans>Waiting for {{ hosts: waiting.join(", ") }}; all start together, or none does</Trans>
    );
  }
  const skew = formatMs(step.start_skew_ms);
  return skew === null ? (
    <Trans>
      Start: <Moment iso={step.start_at} />
    </Trans>
  ) : (
    <Trans>
      Start skew {{ skew }} ± {{ uncertainty: formatMs(step.start_skew_uncertainty_ms) ?? "" }}
    </Trans>
  );
}

/** One direction of all hosts: rates of the window in which all measured, latencies of all their I/Os. */
function Total({ total, step }: { total: GroupStep["totals"][number]; step: GroupStep }) {
  const { rates, latency } = total;
  const figures = [
    { name: t`Bandwidth`, value: rates.bw_bytes_per_s, format: formatBandwidth },
    { name: t`IOPS`, value: rates.iops, format: formatIops },
  ];
  const reasons = [...new Set([rates.reason, latency.reason].filter((reason) => reason !== null))];
  const direction = DIRECTIONS[rates.direction] ?? rates.direction;
  return (
    <Card
      title={
        step.workload === null ? t`Total: ${direction}` : t`Total: ${direction}, ${{ step: nameStep(step) }}`
      }
      subtitle={<Scope step={step} />}
    >
      <dl className={styles.figures}>
        {figures.map(({ name, value, format }) => (
          <div key={name}>
            <dt className="faint tiny">{name}</dt>
            <dd>{value === null ? <Missing reason={rates.reason ?? t`unknown`} /> : format(value)}</dd>
          </div>
        ))}
        {SHOWN.map((percentile) => {
          const value = latency.percentiles[percentile] ?? null;
          return (
            <div key={percentile}>
              <dt className="faint tiny">{t`Latency p${percentile}`}</dt>
              <dd>
                {value === null ? (
                  <Missing reason={latency.reason ?? t`too few I/Os`} />
                ) : (
                  formatLatency(value)
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {latency.n !== null && (
        <p className="faint compact">
          <Trans>
            Latencies of {{ n: formatCount(latency.n) }} I/Os, from fio’s bins merged over these hosts
          </Trans>
        </p>
      )}
      {reasons.map((reason) => (
        <p key={reason} role="note">
          {reason}
        </p>
      ))}
    </Card>
  );
}

/** Of how many hosts the total is, and of which time. */
function Scope({ step }: { step: GroupStep }) {
  const { total_hosts: counted, window_from: from, window_to: to } = step;
  const all = step.hosts.length;
  const seconds = from === null || to === null ? null : formatRuntime(Date.parse(to) - Date.parse(from));
  return (
    <>
      {counted < all && (
        <>
          <Badge tone="warn">
            <Trans>
              {{ counted }} of {{ all }} hosts
            </Trans>
          </Badge>{" "}
        </>
      )}
      {seconds !== null && (
        <Trans>
          {{ who: counted < all ? "" : t`${counted} hosts, ` }}over the {{ seconds }} during which all were
          measuring
        </Trans>
      )}
    </>
  );
}
