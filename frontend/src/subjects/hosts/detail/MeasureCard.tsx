import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { paths } from "@/lib/paths";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { Companions, useCompanions } from "@/subjects/measuring/controls/Companions";
import { Schedules } from "@/subjects/measuring/controls/Schedules";
import { TestFields } from "@/subjects/measuring/controls/TestFields";
import { chooseFirst, type Offers, toWanted } from "@/subjects/measuring/controls/test-choice";
import { linkToRequest, nameWithHosts, REQUEST_STATES } from "@/subjects/measuring/parts/request-words";
import { addRequest, offersQuery, requestsQuery } from "@/subjects/measuring/queries/requests";
import styles from "@/subjects/watch/controls/ExpectedRuns.module.css";
import { HostCommand } from "@/ui/AgentProgram";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** Asks the host to measure, and lists its requests. */
export function MeasureCard({ hostId, hostName }: { hostId: string; hostName: string }) {
  const offers = useQuery(offersQuery(hostId));
  const mayWrite = useMay("write");
  return (
    <Card title={t`Measure`} subtitle={t`The host runs only what its /etc/fioboard/serve.toml allows`}>
      {offers.isPending ? (
        <Skeleton height={90} />
      ) : offers.isError ? (
        <QueryError
          title={t`The tests available on this host could not be loaded.`}
          error={offers.error}
          onRetry={() => void offers.refetch()}
        />
      ) : offers.data.offers === null ? (
        <p className="faint compact below-12">
          <Trans>
            Measuring and scheduling from this page is off. To turn it on, list the targets and tests that are
            allowed in /etc/fioboard/serve.toml on the host and run{" "}
            <HostCommand text="fioboard-agent serve" />.
          </Trans>
        </p>
      ) : (
        <>
          {offers.data.is_away && (
            <p className="faint compact below-12" role="note">
              <Trans>
                Offline: last seen <Moment iso={offers.data.seen_at} />. Requests start when it is back.
              </Trans>
            </p>
          )}
          {mayWrite && <MeasureForm hostId={hostId} offers={offers.data.offers} />}
          <Requests host={hostName} />
        </>
      )}
    </Card>
  );
}

interface MeasureFormProps {
  hostId: string;
  offers: Offers;
}

/** Scheduled measurements on this host; nothing where its agent never asked for work. */
export function SchedulesCard({ hostId, hostName }: { hostId: string; hostName: string }) {
  const offers = useQuery(offersQuery(hostId));
  if (offers.data === undefined || offers.data.offers === null) return null;
  return (
    <Card
      title={t`Schedules`}
      subtitle={t`Scheduled measurements on this host`}
      actions={
        <Link to={paths.schedules()}>
          <Trans>All hosts</Trans>
        </Link>
      }
      isFlush
    >
      <Schedules host={hostName} hosts={[offers.data]} />
    </Card>
  );
}

function MeasureForm({ hostId, offers }: MeasureFormProps) {
  const [test, setTest] = useState(chooseFirst(offers));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const companions = useCompanions(hostId, offers, test);
  const add = useMutation(addRequest());
  const navigate = useNavigate();
  if (test === null) {
    return (
      <p className="faint compact below-12">
        <Trans>serve.toml lists no suite or job, or no target.</Trans>
      </p>
    );
  }
  const others = companions
    .filter(({ id }) => chosen.includes(id))
    .map(({ id, target }) => ({ host_id: id, target }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      others.length === 0
        ? { host_id: hostId, ...toWanted(test) }
        : { hosts: [{ host_id: hostId }, ...others], ...toWanted(test) },
      {
        onSuccess: ({ id, group_id: groupId }) => void navigate({ to: linkToRequest(id, groupId) }),
      },
    );
  };
  return (
    <form aria-label={t`Measure`} onSubmit={submit}>
      <div className="fields gap-10">
        <TestFields offers={offers} value={test} onChange={setTest} />
        <Button size="xs" type="submit" loading={add.isPending}>
          <Trans>Measure</Trans>
        </Button>
      </div>
      <Companions companions={companions} chosen={chosen} onChange={setChosen} />
      {add.isError && (
        <p role="alert" className="bad compact">
          <Trans>Not requested: {{ message: add.error.message }}</Trans>
        </p>
      )}
    </form>
  );
}

function Requests({ host }: { host: string }) {
  const requests = useQuery(requestsQuery(host));
  if (requests.isError)
    return (
      <QueryError
        title={t`The requests for this host could not be loaded.`}
        error={requests.error}
        onRetry={() => void requests.refetch()}
      />
    );
  if (requests.data === undefined || requests.data.items.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={t`Requests`}>
      {requests.data.items.map((request) => (
        <li className="flow at-baseline gap-8" key={request.id}>
          <Badge tone={REQUEST_STATES[request.state].tone}>{REQUEST_STATES[request.state].word}</Badge>
          <span>
            <Link to={linkToRequest(request.id, request.group_id)}>{nameWithHosts(request)}</Link>
            <span className="faint tiny">
              {" "}
              <Moment iso={request.ended_at ?? request.started_at ?? request.created_at} /> {request.reason}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
