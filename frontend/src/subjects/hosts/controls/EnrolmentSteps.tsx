import { ph, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, type ReactNode, useEffect } from "react";
import type { EnrolmentState } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import styles from "@/subjects/hosts/controls/AddHost.module.css";
import { enrolmentQuery } from "@/subjects/hosts/queries/hosts";
import { runKeys } from "@/subjects/runs/queries/runs";

interface EnrolmentStepsProps {
  id: string;
  hasCopied: boolean;
}

/** Waits for the host: command copied, host enrolled, first result, each marked as it happens. */
export function EnrolmentSteps({ id, hasCopied }: EnrolmentStepsProps) {
  const { data, isError } = useQuery(enrolmentQuery(id));
  const cache = useQueryClient();
  const host = data?.host ?? null;
  const run = data?.first_run ?? null;
  const [hostId, runId] = [host?.id, run?.id];
  useEffect(() => {
    // Lists behind a dialog follow.
    if (hostId !== undefined) void cache.invalidateQueries({ queryKey: ["hosts"] });
    if (runId !== undefined) void cache.invalidateQueries({ queryKey: runKeys.all });
  }, [cache, hostId, runId]);
  if (data !== undefined && data.hosts > 1) return <FleetSteps state={data} hasCopied={hasCopied} />;
  return (
    <ol className={styles.progress} aria-label={t`Progress`} aria-live="polite">
      <Step isDone={hasCopied || host !== null}>
        <Trans>Command copied</Trans>
      </Step>
      <Step isDone={host !== null}>
        {host !== null ? (
          <Trans>
            Enrolled as <Link to={paths.host(host.id)}>{ph({ name: host.name })}</Link>
          </Trans>
        ) : data?.hasExpired === true ? (
          t`The code expired unused. Close this dialog and create a new command.`
        ) : isError ? (
          t`The service does not respond; retrying.`
        ) : (
          t`Waiting for the host to enrol…`
        )}
      </Step>
      <Step isDone={run !== null}>
        {run === null ? (
          t`Waiting for the first result`
        ) : (
          <div>
            <Trans>
              First result received:{" "}
              <Link to={run.batch_id === null ? paths.run(run.id) : paths.batch(run.batch_id)}>open</Link>
            </Trans>
            {run.sentence !== null && <p className={styles.verdict}>{run.sentence}</p>}
          </div>
        )}
      </Step>
    </ol>
  );
}

const MAX_NAMES = 8;

/** Which hosts used the one code, as they enroll. */
function FleetSteps({ state, hasCopied }: { state: EnrolmentState; hasCopied: boolean }) {
  const { hosts, hosts_enrolled, enrolled } = state;
  const left = hosts_enrolled - Math.min(enrolled.length, MAX_NAMES);
  return (
    <ol className={styles.progress} aria-label={t`Progress`} aria-live="polite">
      <Step isDone={hasCopied || hosts_enrolled > 0}>
        <Trans>Command copied</Trans>
      </Step>
      <Step isDone={hosts_enrolled >= hosts}>
        <div>
          <Trans>
            {{ hosts_enrolled: formatCount(hosts_enrolled) }} of{" "}
            <Plural value={{ hosts }} one="# host" other="# hosts" /> enrolled
          </Trans>
          {enrolled.length > 0 && (
            <p className={styles.verdict}>
              {enrolled.slice(0, MAX_NAMES).map(({ host, enrolled_at }, n) => (
                <Fragment key={`${host.id} ${enrolled_at}`}>
                  {n > 0 && ", "}
                  <Link to={paths.host(host.id)}>{host.name}</Link>
                </Fragment>
              ))}
              {left > 0 && t` and ${{ left: formatCount(left) }} more`}
            </p>
          )}
        </div>
      </Step>
    </ol>
  );
}

function Step({ isDone, children }: { isDone: boolean; children: ReactNode }) {
  const Icon = isDone ? IconCircleCheck : IconCircleDashed;
  return (
    <li className={`${styles.step} ${isDone ? styles.done : ""}`}>
      <Icon size={16} aria-hidden="true" />
      <span className="visually-hidden">{isDone ? t`Done: ` : t`Not yet: `}</span>
      {children}
    </li>
  );
}
