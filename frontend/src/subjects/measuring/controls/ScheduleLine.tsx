import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import type { HostOffers, Schedule } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatInZone } from "@/lib/time";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { ScheduleForm } from "@/subjects/measuring/controls/ScheduleForm";
import styles from "@/subjects/measuring/controls/Schedules.module.css";
import { nameSchedule, REQUEST_STATES } from "@/subjects/measuring/parts/request-words";
import { changeSchedule, pastTimesQuery, removeSchedule } from "@/subjects/measuring/queries/schedules";
import { Badge } from "@/ui/Badge";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface ScheduleLineProps {
  schedule: Schedule;
  hosts: readonly HostOffers[];
  /** Whether the host is named: on the page of all hosts. */
  hasHost: boolean;
}

/** One schedule: what, when, what became of the last time, and what may be done with it. */
export function ScheduleLine({ schedule, hosts, hasHost }: ScheduleLineProps) {
  const [isChanging, setChanging] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const name = nameSchedule(schedule);
  const isPaused = schedule.paused_at !== null;
  return (
    <li className="entry">
      <div className="links shrinks anywhere">
        <p className="strong">
          {name}
          {(hasHost || schedule.hosts !== null) && (
            <span className="muted small regular">
              {(schedule.hosts ?? [schedule]).map(({ host, target }, i) => (
                <Fragment key={host.id}>
                  {i === 0 ? " " : ", "}
                  <Link to={paths.host(host.id)} hash="setup" title={target}>
                    {host.name}
                  </Link>
                </Fragment>
              ))}
            </span>
          )}
        </p>
        <p className="muted small regular">{summarize(schedule)}</p>
        <p className="muted small regular">
          {isPaused ? (
            <Trans>
              Paused since <Moment iso={schedule.paused_at} />
            </Trans>
          ) : (
            <Trans>
              Next <Moment iso={schedule.next_times[0] ?? null} />
            </Trans>
          )}
          {schedule.last_state !== null && schedule.last_request_id !== null && (
            <>
              {" · "}
              <Link to={linkTo(schedule.last_request_id, schedule.last_group_id)}>
                <Trans>Last</Trans>
              </Link>{" "}
              <Badge tone={REQUEST_STATES[schedule.last_state].tone}>
                {REQUEST_STATES[schedule.last_state].word}
              </Badge>{" "}
              {schedule.last_reason}
            </>
          )}
        </p>
      </div>
      <Actions
        schedule={schedule}
        name={name}
        isOpen={isOpen}
        onOpen={() => setOpen(!isOpen)}
        onChange={() => setChanging(true)}
      />
      {isOpen && <Times schedule={schedule} />}
      {isChanging && <ScheduleForm hosts={hosts} schedule={schedule} onDone={() => setChanging(false)} />}
    </li>
  );
}

/** The page of a request, or of the hosts that started together. */
const linkTo = (id: string, groupId: string | null) =>
  groupId === null ? paths.request(id) : paths.requestGroup(groupId);

function summarize(schedule: Schedule): string {
  const { jitter_s: jitter, only_when_idle: isOnlyIdle, is_expected: isExpected } = schedule;
  return [
    `${schedule.cron_words}, ${schedule.zone}`,
    ...(jitter > 0 ? [t`up to ${{ minutes: Math.ceil(jitter / 60) }} min later`] : []),
    ...(isOnlyIdle ? [t`only when idle`] : []),
    ...(isExpected ? [t`alert when missing`] : []),
  ].join(" · ");
}

interface ActionsProps {
  schedule: Schedule;
  name: string;
  isOpen: boolean;
  onOpen: () => void;
  onChange: () => void;
}

function Actions({ schedule, name, isOpen, onOpen, onChange }: ActionsProps) {
  const mayWrite = useMay("write");
  const change = useMutation(changeSchedule(schedule.id));
  const remove = useMutation(removeSchedule());
  const [isRemoving, setRemoving] = useState(false);
  const isPaused = schedule.paused_at !== null;
  const error = change.error ?? remove.error;
  return (
    <div className={styles.actions}>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-expanded={isOpen}
        aria-label={t`Times: ${name}`}
        onClick={onOpen}
      >
        <Trans>Times</Trans>
      </Button>
      {mayWrite && !isRemoving && (
        <>
          <Button
            size="compact-xs"
            variant="subtle"
            loading={change.isPending}
            aria-label={isPaused ? t`Resume: ${name}` : t`Pause: ${name}`}
            onClick={() => change.mutate({ is_paused: !isPaused })}
          >
            {isPaused ? t`Resume` : t`Pause`}
          </Button>
          <Button size="compact-xs" variant="subtle" aria-label={t`Edit: ${name}`} onClick={onChange}>
            <Trans>Edit</Trans>
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t`Delete: ${name}`}
            onClick={() => setRemoving(true)}
          >
            <Trans>Delete</Trans>
          </Button>
        </>
      )}
      {isRemoving && (
        <>
          <Button
            size="compact-xs"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate(schedule.id)}
          >
            <Trans>Delete schedule</Trans>
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => setRemoving(false)}>
            <Trans>Keep</Trans>
          </Button>
        </>
      )}
      {error !== null && (
        <span role="alert" className="bad compact">
          <Trans>Not changed: {{ message: error.message }}</Trans>
        </span>
      )}
    </div>
  );
}

/** The next five times, and what became of the last ten. */
function Times({ schedule }: { schedule: Schedule }) {
  const past = useQuery(pastTimesQuery(schedule.id, schedule.hosts?.length ?? 1));
  return (
    <div className={styles.times}>
      {schedule.next_times.length > 0 && (
        <p>
          <Trans>
            Next: {{ next: schedule.next_times.map((one) => formatInZone(one, schedule.zone)).join(" · ") }} (
            {{ zone: schedule.zone }})
          </Trans>
        </p>
      )}
      {past.isPending ? (
        <Skeleton height={24} />
      ) : past.isError ? (
        <QueryError
          title={t`The past requests could not be loaded.`}
          error={past.error}
          onRetry={() => void past.refetch()}
        />
      ) : past.data.items.length === 0 ? (
        <p>
          <Trans>Not due yet.</Trans>
        </p>
      ) : (
        <ul className="above-6" aria-label={t`Past requests`}>
          {past.data.items.map((request) => (
            <li key={request.id}>
              <Badge tone={REQUEST_STATES[request.state].tone}>{REQUEST_STATES[request.state].word}</Badge>
              <Link to={linkTo(request.id, request.group_id)}>
                <Moment iso={request.created_at} />
                {schedule.hosts !== null && ` ${request.host.name}`}
              </Link>
              <span>{request.reason}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
