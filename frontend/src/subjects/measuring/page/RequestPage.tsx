import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { MeasureRequest } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatRuntime } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { RequestAgain } from "@/subjects/measuring/controls/RequestAgain";
import { LiveChecks } from "@/subjects/measuring/page/LiveChecks";
import { LiveFigures, LiveLanes } from "@/subjects/measuring/page/LiveLanes";
import { findMissing } from "@/subjects/measuring/page/live-series";
import styles from "@/subjects/measuring/page/RequestPage.module.css";
import { useLiveRequest } from "@/subjects/measuring/page/use-live-request";
import { isOpen, nameRequest, REQUEST_STATES } from "@/subjects/measuring/parts/request-words";
import { ENDED_EVERY_MS, mayChange } from "@/subjects/measuring/queries/ended-request";
import { cancelRequest, requestQuery } from "@/subjects/measuring/queries/requests";
import { StoredBatch, StoredRun } from "@/subjects/runs/controls/StoredResults";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";

const route = getRouteApi("/shell/requests/$id");

/** A requested measurement: its state, its live figures and its results. */
export function RequestPage() {
  const { id } = route.useParams();
  const { data: request } = useSuspenseQuery({
    ...requestQuery(id),
    // While it waits or runs, the stream says more.
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && !isOpen(data) && mayChange(data) && ENDED_EVERY_MS,
  });
  const { samples, outlook } = useLiveRequest(id, isOpen(request));
  return (
    <>
      <PageHeader
        title={nameRequest(request)}
        trail={
          <nav aria-label={t`Breadcrumb`} className="trail">
            <Link to={paths.hosts()}>
              <Trans>Hosts</Trans>
            </Link>
            <span aria-hidden="true">/</span>
            <Link to={paths.host(request.host.id)}>{request.host.name}</Link>
          </nav>
        }
        subtitle={
          <Trans>
            Requested by {{ created_by: request.created_by }}, <Moment iso={request.created_at} />
          </Trans>
        }
        actions={<Actions request={request} />}
      />
      <div className="stack gap-16 shrinks">
        <Card title={t`Status`}>
          <Standing request={request} />
          {request.group_id !== null && (
            <p>
              <Link to={paths.requestGroup(request.group_id)}>
                <Trans>All hosts in this group</Trans>
              </Link>
            </p>
          )}
          {isOpen(request) &&
            outlook.map(({ kind, text }) => (
              <p key={kind} role="note" className={styles.certain}>
                {text}
              </p>
            ))}
          {isOpen(request) && <LiveFigures sample={samples.at(-1)} />}
          {isOpen(request) &&
            findMissing(samples).map((reason) => (
              <p key={reason} className="faint compact">
                {reason}
              </p>
            ))}
        </Card>
        <LiveChecks checks={request.progress?.checks ?? []} />
        {isOpen(request) && (
          <LiveLanes samples={samples} subtitle={t`One point per second, until the results are stored`} />
        )}
        <Stored request={request} />
      </div>
    </>
  );
}

function Actions({ request }: { request: MeasureRequest }) {
  const mayWrite = useMay("write");
  const cancel = useMutation(cancelRequest());
  return (
    <>
      {mayWrite && isOpen(request) && (
        <Button
          variant="default"
          loading={cancel.isPending}
          disabled={request.cancel_asked_at !== null}
          onClick={() => cancel.mutate(request.id)}
        >
          {request.cancel_asked_at === null ? t`Cancel` : t`Cancelling`}
        </Button>
      )}
      {!isOpen(request) && request.group_id === null && <RequestAgain requests={[request]} />}
      <Results request={request} />
    </>
  );
}

/** What is stored of it so far, read anew with each result that arrives. */
function Stored({ request: { batch_id, run_ids } }: { request: MeasureRequest }) {
  const [first] = run_ids;
  if (batch_id !== null) return <StoredBatch key={run_ids.length} id={batch_id} />;
  return first === undefined ? null : <StoredRun key={run_ids.length} id={first} />;
}

/** A suite's steps arrive one by one, and its batch with the first. */
function Results({ request }: { request: MeasureRequest }) {
  const { batch_id, run_ids } = request;
  const place = batch_id !== null ? paths.batch(batch_id) : run_ids[0] && paths.run(run_ids[0]);
  if (place === undefined) return null;
  return isOpen(request) ? (
    <Button variant="default" component={Link} to={place}>
      <Trans>Results so far</Trans>
    </Button>
  ) : (
    <Button variant="filled" component={Link} to={place}>
      <Trans>Open results</Trans>
    </Button>
  );
}

/** The state in a word, how far it is, and why where it did not end well. */
function Standing({ request }: { request: MeasureRequest }) {
  const { word, tone } = REQUEST_STATES[request.state];
  const { progress } = request;
  const whole = progress === null || progress.left_s === null ? null : progress.elapsed_s + progress.left_s;
  return (
    <div className={styles.standing}>
      <p role="status">
        <Badge tone={tone}>{word}</Badge>{" "}
        {progress !== null && (
          <>
            {progress.steps > 1 && t`Step ${{ step: progress.step }} of ${{ steps: progress.steps }}`}
            {progress.steps > 1 && progress.workload !== null && ": "}
            {progress.workload}
          </>
        )}
        {request.state === "queued" && request.is_host_away && request.host_seen_at !== null && (
          <Trans>
            Starts when {{ host: request.host.name }} is back; its agent last polled{" "}
            <Moment iso={request.host_seen_at} />.
          </Trans>
        )}
        {request.state === "queued" && request.host_seen_at === null && (
          <Trans>
            Starts when the agent on {{ host: request.host.name }} polls for requests; it has not polled yet.
          </Trans>
        )}
        {request.state === "queued" && !request.is_host_away && (
          <Trans>Starts when {{ host: request.host.name }} is free.</Trans>
        )}
        {request.state === "running" && !progress?.workload && !request.is_host_away && (
          <Trans>Checks the host and prepares the test.</Trans>
        )}
        {request.reason}
      </p>
      {progress !== null && whole !== null && whole > 0 && (
        <>
          <progress max={whole} value={progress.elapsed_s} aria-label={t`Progress`} />
          <p className="faint compact">
            {t`${{ elapsed: formatRuntime(progress.elapsed_s * 1000) }} elapsed, ${{ left: formatRuntime((progress.left_s ?? 0) * 1000) }} left`}
          </p>
        </>
      )}
      {request.started_at !== null && request.ended_at !== null && (
        <p className="faint compact">
          <Trans>
            Started <Moment iso={request.started_at} />, took{" "}
            {{ time: formatRuntime(Date.parse(request.ended_at) - Date.parse(request.started_at)) }}
          </Trans>
        </p>
      )}
      {request.state === "running" && request.is_host_away && (
        <p role="note">
          <Trans>
            {{ host: request.host.name }} last seen <Moment iso={request.host_seen_at} />. Its agent sends the
            results when it is back.
          </Trans>
        </p>
      )}
    </div>
  );
}
