import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { ChangeList } from "@/api/types";
import { CHANGE_STATES, MIN_WATCHED_RUNS } from "@/api/vocabulary.gen";
import { type ChangesParams, VIEW } from "@/lib/address";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { ChangeRow } from "@/subjects/watch/changes/ChangeRow";
import { toChangesQuestion } from "@/subjects/watch/changes/question";
import { STATE_WORDS, together, waitingFor } from "@/subjects/watch/parts/change-words";
import { changesQuery } from "@/subjects/watch/queries/changes";
import { TriageBar } from "@/subjects/watch/TriageBar";
import { WatchTabs } from "@/subjects/watch/WatchTabs";
import { AddressProblems } from "@/ui/AddressProblems";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import frame from "@/ui/ListPage.module.css";
import { PageHeader } from "@/ui/PageHeader";
import { LoadedList } from "@/ui/page/LoadedList";
import { Table } from "@/ui/Table";

const route = getRouteApi("/shell/changes");
const COLUMNS = [
  { name: t`Change` },
  { name: t`Host and workload` },
  { name: t`First run after the change` },
  { name: t`Also changed` },
  { name: t`State` },
];
const SELECT = { name: t`Select`, width: 34 };

/** Every step in the figures of alike runs, what else changed there, and who looks after it. */
export function ChangesPage() {
  const { params, problems } = route.useSearch()[VIEW];
  const changes = useInfiniteQuery(changesQuery(toChangesQuestion(params)));
  const navigate = useNavigate();
  const mayWrite = useMay("write");
  const mayNotify = useMay("account");
  const [selected, setSelected] = useState<readonly string[]>([]);
  const first = changes.data?.pages[0];
  const items = changes.data?.pages.flatMap((page) => page.items) ?? [];
  const chosen = selected.filter((id) => items.some((one) => one.id === id));
  const rows = together(items);
  const toggle = (ids: readonly string[]) =>
    setSelected(
      ids.every((id) => chosen.includes(id))
        ? chosen.filter((id) => !ids.includes(id))
        : [...new Set([...chosen, ...ids])],
    );
  const all = first?.states.reduce((sum, { changes: n }) => sum + n, 0) ?? 0;
  return (
    <>
      <PageHeader
        title={t`Changes`}
        subtitle={t`Performance changes in repeated tests, and configuration changes around the same time`}
        actions={
          mayNotify ? (
            <Link to={paths.notifications()}>
              <Trans>Notifications</Trans>
            </Link>
          ) : undefined
        }
      />
      <WatchTabs />
      <AddressProblems problems={problems} onDismiss={() => void navigate({ to: paths.changes(params) })} />
      {first !== undefined && all > 0 && (
        <p className={frame.answer}>{waitingFor(first, isNarrowed(params))}</p>
      )}
      <Filters params={params} changes={first} />
      <Card>
        <LoadedList
          query={changes}
          error={t`The changes could not be loaded.`}
          more={t`More changes`}
          empty={items.length === 0 ? <Nothing params={params} isAny={all > 0} /> : null}
        >
          <Table caption={t`Changes`} columns={mayWrite ? [SELECT, ...COLUMNS] : COLUMNS} isDense>
            {rows.map((moved) => (
              <ChangeRow
                key={moved.key}
                moved={moved}
                isSelected={moved.changes.every(({ id }) => chosen.includes(id))}
                onSelect={mayWrite ? toggle : null}
              />
            ))}
          </Table>
        </LoadedList>
      </Card>
      {first !== undefined && first.waiting > 0 && (
        <p className={frame.foot} role="status">
          <Trans>
            <Plural value={{ waiting: first.waiting }} one="# configuration" other="# configurations" /> still
            being analysed; this list updates within seconds.
          </Trans>
        </p>
      )}
      {mayWrite && (
        <TriageBar
          caption={t`Selected changes`}
          chosen={chosen}
          shown={items.map(({ id }) => id)}
          of="changes"
          onSelect={setSelected}
        />
      )}
    </>
  );
}

/** Whether more than a state is asked for. */
function isNarrowed(params: ChangesParams): boolean {
  return paths.changes({ ...params, state: "open" }) !== paths.changes();
}

function Nothing({ params, isAny }: { params: ChangesParams; isAny: boolean }) {
  if (isNarrowed(params))
    return (
      <EmptyMessage
        title={t`No changes match.`}
        action={
          <Link to={paths.changes()}>
            <Trans>Show all open changes</Trans>
          </Link>
        }
      />
    );
  return isAny ? (
    <EmptyMessage
      title={t`No changes in this state.`}
      action={
        <Link to={paths.changes({ state: "any" })}>
          <Trans>Show all changes</Trans>
        </Link>
      }
    />
  ) : (
    <EmptyMessage
      title={t`No changes.`}
      detail={t`A test is monitored once it has ${MIN_WATCHED_RUNS} comparable runs on a host. Changes in its level appear here, with what else changed at that time.`}
    />
  );
}

function Filters({ params, changes }: { params: ChangesParams; changes: ChangeList | undefined }) {
  const navigate = useNavigate();
  const count = (state: string) => {
    // Not counted yet, or not to be had: no 0 is claimed.
    if (changes === undefined) return "–";
    const counted = changes.states.find((one) => one.state === state);
    return `${formatCount(counted?.tests ?? 0)}${counted?.is_exact === false ? "+" : ""}`;
  };
  const go = (changed: Partial<ChangesParams>) =>
    void navigate({ to: paths.changes({ ...params, ...changed }) });
  return (
    <div className="flow centred gap-8 below-14 no-print">
      {(["open", ...CHANGE_STATES, "any"] as const).map((state) => (
        <Link
          key={state}
          to={paths.changes({ ...params, state })}
          className={frame.filter}
          data-on={params.state === state}
          aria-current={params.state === state ? "true" : undefined}
          title={
            state === "open"
              ? t`new or acknowledged`
              : state === "any"
                ? t`in any state`
                : STATE_WORDS[state].means
          }
        >
          {state === "open" ? t`open` : state === "any" ? t`all states` : STATE_WORDS[state].short}
          {state !== "open" && state !== "any" && (
            <>
              {" "}
              <strong>{count(state)}</strong>
            </>
          )}
        </Link>
      ))}
      <NativeSelect
        size="xs"
        aria-label={t`Direction of change`}
        value={params.way}
        data={[
          { value: "any", label: t`all directions` },
          { value: "worse", label: t`regressions` },
          { value: "better", label: t`improvements` },
        ]}
        onChange={(event) => go({ way: event.currentTarget.value as ChangesParams["way"] })}
      />
      <NativeSelect
        size="xs"
        aria-label={t`Period`}
        value={params.days}
        data={[
          { value: "any", label: t`at any time` },
          { value: "7", label: t`in the last 7 days` },
          { value: "30", label: t`in the last 30 days` },
          { value: "90", label: t`in the last 90 days` },
        ]}
        onChange={(event) => go({ days: event.currentTarget.value as ChangesParams["days"] })}
      />
      {(["host", "suspect", "run", "batch"] as const).map(
        (key) =>
          params[key] !== null && (
            <Link key={key} to={paths.changes({ ...params, [key]: null })} className={frame.filter} data-on>
              {key} {key === "run" || key === "batch" ? "" : params[key]} ✕
            </Link>
          ),
      )}
    </div>
  );
}
