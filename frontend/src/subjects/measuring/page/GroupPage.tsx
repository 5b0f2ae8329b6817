import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { startTransition, useState } from "react";
import { paths } from "@/lib/paths";
import { RequestAgain } from "@/subjects/measuring/controls/RequestAgain";
import { CancelGroup } from "@/subjects/measuring/page/CancelGroup";
import { GroupHosts } from "@/subjects/measuring/page/GroupHosts";
import { GroupLive } from "@/subjects/measuring/page/GroupLive";
import { GroupStart } from "@/subjects/measuring/page/GroupStart";
import { GroupSteps, NotDone, nameStep } from "@/subjects/measuring/page/GroupSteps";
import { GroupTotal } from "@/subjects/measuring/page/GroupTotal";
import { nameGroup } from "@/subjects/measuring/parts/request-words";
import { groupQuery } from "@/subjects/measuring/queries/request-groups";
import { PathCard } from "@/subjects/runs/parts/PathCard";
import { Card } from "@/ui/Card";
import { LandmarkOf } from "@/ui/landmark-name";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";

const route = getRouteApi("/shell/request-groups/$id");

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
            <CancelGroup group={group} />
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
        {group.state === "running" && <GroupLive id={id} />}
        {step?.totals.map((total) => (
          <GroupTotal key={total.rates.direction} total={total} step={step} />
        ))}
        {step !== undefined && (
          <Card
            title={first?.kind === "suite" ? t`Hosts: ${nameStep(step)}` : t`Hosts`}
            subtitle={
              <>
                <GroupStart group={group} step={step} />
                {first?.kind !== "suite" && <NotDone group={group} />}
              </>
            }
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
