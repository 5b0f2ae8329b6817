import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect } from "@mantine/core";
import {
  IconAlertTriangle,
  IconArrowRight,
  IconCircleCheck,
  IconPlus,
  IconTrendingDown,
  IconTrendingUp,
} from "@tabler/icons-react";
import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { Today } from "@/api/types";
import { addresses, type TodayParams, VIEW } from "@/lib/address";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { AddHost } from "@/subjects/hosts/controls/AddHost";
import { FirstSteps } from "@/subjects/hosts/controls/FirstSteps";
import { hostsQuery } from "@/subjects/hosts/queries/hosts";
import { NowAndNext } from "@/subjects/measuring/controls/NowAndNext";
import { openRequestsQuery } from "@/subjects/measuring/queries/requests";
import { schedulesQuery } from "@/subjects/measuring/queries/schedules";
import look from "@/subjects/runs/parts/answer/Answer.module.css";
import { AnswerBox, NextStep } from "@/subjects/runs/parts/answer/AnswerBox";
import { todayQuery } from "@/subjects/watch/queries/today";
import { ChangedCard } from "@/subjects/watch/today/ChangedCard";
import { NewestRuns } from "@/subjects/watch/today/NewestRuns";
import { OpenEvents } from "@/subjects/watch/today/OpenEvents";
import { RemoveDemo } from "@/subjects/watch/today/RemoveDemo";
import styles from "@/subjects/watch/today/TodayPage.module.css";
import { AddressProblems } from "@/ui/AddressProblems";
import { Card } from "@/ui/Card";
import { Dialog } from "@/ui/Dialog";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

const route = getRouteApi("/shell/today");
const SPANS = [
  { value: "1", label: t`Since yesterday` },
  { value: "7", label: t`Last 7 days` },
  { value: "30", label: t`Last 30 days` },
];
const KINDS = {
  worse: { word: t`Needs attention`, icon: IconTrendingDown, tone: "worse" },
  better: { word: t`Better`, icon: IconTrendingUp, tone: "better" },
  unreliable: { word: t`Unreliable`, icon: IconAlertTriangle, tone: "doubted" },
  quiet: { word: t`Quiet`, icon: IconCircleCheck, tone: "plain" },
} as const;

/** What needs me? The worst first, then the best news, and what is behind both. */
export function TodayPage() {
  const { params, problems } = route.useSearch()[VIEW];
  const navigate = useNavigate();
  const today = useQuery(todayQuery(Number(params.days)));
  // They stand above the lists, and should not come after them.
  usePrefetchQuery(openRequestsQuery(null));
  usePrefetchQuery(schedulesQuery(null));
  const mayUpload = useMay("upload");
  const isQuiet = today.data !== undefined && today.data.runs.length === 0;
  // Only a day without runs may be one before the first host.
  const isEmpty = useQuery({ ...hostsQuery(), enabled: isQuiet }).data?.items.length === 0 && isQuiet;
  const [isAdding, setAdding] = useState(false);
  const change = (changed: Partial<TodayParams>) =>
    void navigate({
      to: paths.today(),
      search: addresses.today.write({ ...params, ...changed }),
      resetScroll: false,
    });
  return (
    <>
      <PageHeader
        title={t`Today`}
        subtitle={
          today.data !== undefined && (
            <Trans>
              Open issues and changes since <Moment iso={today.data.since} />
            </Trans>
          )
        }
        actions={
          <>
            <NativeSelect
              aria-label={t`Changes in period`}
              data={SPANS}
              value={params.days}
              onChange={({ currentTarget: { value } }) => change({ days: value as TodayParams["days"] })}
            />
            <Button variant="default" component={Link} to={paths.notifications()}>
              <Trans>Notify me</Trans>
            </Button>
            {mayUpload && (
              <Button variant="default" component={Link} to={paths.import()}>
                <Trans>Import</Trans>
              </Button>
            )}
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
              <Trans>Add a host</Trans>
            </Button>
          </>
        }
      />
      <AddressProblems problems={problems} onDismiss={() => change({})} />
      {today.isPending ? (
        <Pending />
      ) : today.isError ? (
        <Card>
          <QueryError
            title={t`Today could not be loaded.`}
            error={today.error}
            onRetry={() => void today.refetch()}
          />
        </Card>
      ) : isEmpty ? (
        <Card>
          <FirstSteps title={t`No runs yet.`} onAdd={() => setAdding(true)} />
        </Card>
      ) : (
        <Shown today={today.data} />
      )}
      {isAdding && (
        <Dialog title={t`Add a host`} onClose={() => setAdding(false)}>
          <AddHost />
        </Dialog>
      )}
    </>
  );
}

/** The same boxes as those that come. */
function Pending() {
  return (
    <div className="stack gap-16 shrinks" aria-busy="true">
      <Card>
        <div style={{ height: 210, padding: 16 }}>
          <Skeleton height={178} />
        </div>
      </Card>
      <Card>
        <div style={{ height: 420, padding: 16 }}>
          <Skeleton height={388} />
        </div>
      </Card>
    </div>
  );
}

function Shown({ today }: { today: Today }) {
  const { answer, counts } = today;
  const { word, icon, tone } = KINDS[answer.kind];
  const missing = today.events.filter(({ kind }) => ABSENT.has(kind));
  const broken = today.events.filter(({ kind }) => !ABSENT.has(kind));
  const isOneColumn = today.events.length === 0;
  return (
    <div className="stack gap-16 shrinks">
      <AnswerBox
        word={word}
        sure=""
        icon={icon}
        tone={look[tone]}
        sentence={answer.sentence}
        text={answer.text}
        nextTitle={t`Next step`}
        next={<Next next={answer.next} />}
        figures={[
          { name: t`Degraded links`, value: <Counted n={counts.degraded_links} of={counts.links} isBad /> },
          {
            name: t`Missing runs`,
            value: <Counted n={counts.missing_runs} of={counts.expectations} what={t`scheduled`} isBad />,
          },
          {
            name: t`New changes`,
            value:
              counts.worse + counts.better === 0 ? (
                t`none`
              ) : (
                <>
                  {formatCount(counts.worse + counts.better)}{" "}
                  <small>
                    <Trans>
                      {{ better: counts.better }} better, {{ worse: counts.worse }} worse
                    </Trans>
                  </small>
                </>
              ),
          },
          { name: t`New runs`, value: formatCount(counts.runs) },
        ]}
      />
      <NowAndNext host={null} />
      <div className={isOneColumn ? "stack gap-16 shrinks" : styles.columns}>
        <div className="stack gap-16 shrinks">
          {counts.worse + counts.better + counts.steady > 0 && <ChangedCard today={today} />}
          <NewestRuns runs={today.runs} />
        </div>
        {!isOneColumn && (
          <div className="stack gap-16 shrinks">
            <OpenEvents title={t`Missing`} events={missing} />
            <OpenEvents title={t`Links and drives`} events={broken} />
          </div>
        )}
      </div>
      <RemoveDemo />
    </div>
  );
}

/** What did not come, as against what is broken. */
const ABSENT: ReadonlySet<string> = new Set(["overdue", "waiting", "refused"]);

function Counted({
  n,
  of,
  what = "",
  isBad = false,
}: {
  n: number;
  of: number;
  what?: string;
  isBad?: boolean;
}): ReactNode {
  // "0 of 0" would read as a result.
  if (of === 0) return <small>{what === "" ? t`none known` : t`none ${what}`}</small>;
  return (
    <>
      <span className={isBad && n > 0 ? "warn" : ""}>{formatCount(n)}</span>{" "}
      <small>
        <Trans>
          of {{ of: formatCount(of) }} {what}
        </Trans>
      </small>
    </>
  );
}

function Next({ next }: { next: Today["answer"]["next"] }) {
  const target = findTarget(next);
  return (
    <>
      <NextStep title={next.title} text={next.text} />
      {target !== null && (
        <Button
          style={{ alignSelf: "flex-start" }}
          size="xs"
          variant="default"
          component={Link}
          to={target.to}
          rightSection={<IconArrowRight size={14} aria-hidden="true" />}
        >
          {target.words}
        </Button>
      )}
    </>
  );
}

function findTarget({ host_id, change_id, batch_id, run_id }: Today["answer"]["next"]) {
  if (host_id !== null) return { to: paths.host(host_id), words: t`Open host` };
  if (change_id !== null) return { to: paths.change(change_id), words: t`Open change` };
  if (batch_id !== null) return { to: paths.batch(batch_id), words: t`Open batch` };
  if (run_id !== null) return { to: paths.run(run_id), words: t`Open run` };
  return null;
}
