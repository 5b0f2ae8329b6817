import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import type { HostOffers, MeasureRequest, Schedule } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatInZone } from "@/lib/time";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { ScheduleForm } from "@/subjects/measuring/controls/ScheduleForm";
import styles from "@/subjects/measuring/controls/Schedules.module.css";
import {
  groupRequests,
  joinNames,
  linkToRequest,
  nameSchedule,
  REQUEST_STATES,
} from "@/subjects/measuring/parts/request-words";
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
              <Link to={linkToRequest(schedule.last_request_id, schedule.last_group_id)}>
                <Trans>Last</Trans>
              </Link>{" "}
              <Badge tone={REQUEST_STATES[schedule.last_state].tone}>
                {REQUEST_STATES[schedule.last_state].word}
              </Badge>{" "}
              {nameLast(schedule)}
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

/** "moon: Its drive is gone." of one host among several; else the reason alone, if there is one. */
function nameLast({ last_host_names: names, last_reason: reason }: Schedule): string | null {
  if (names === null) return reason;
  const hosts = joinNames(names);
  return reason === null ? hosts : `${hosts}: ${reason}`;
}

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

/** A time that came, on one host or on several that started together: of these the state that tells most. */
function PastTime({ requests }: { requests: readonly MeasureRequest[] }) {
  const rest = requests.filter(({ state }) => state !== "done");
  const shown = rest[0] ?? requests[0];
  if (shown === undefined) return null;
  const isSame = rest.every(({ state, reason }) => state === shown.state && reason === shown.reason);
  return (
    <li>
      <Badge tone={REQUEST_STATES[shown.state].tone}>{REQUEST_STATES[shown.state].word}</Badge>
      <Link to={linkToRequest(shown.id, shown.group_id)}>
        <Moment iso={shown.created_at} />
        {shown.together !== null && ` ${joinNames(shown.together.host_names, shown.together.host_count)}`}
      </Link>
      <span>
        {isSame && rest.length === requests.length
          ? shown.reason
          : rest
              .map(({ host, state, reason }) => `${host.name}: ${reason ?? REQUEST_STATES[state].word}`)
              .join(" ")}
      </span>
    </li>
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
          {groupRequests(past.data.items).map((requests) => (
            <PastTime key={requests[0]?.id} requests={requests} />
          ))}
        </ul>
      )}
    </div>
  );
}
