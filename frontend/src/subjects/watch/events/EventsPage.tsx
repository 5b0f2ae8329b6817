import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { NativeSelect } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { EventKind, EventList } from "@/api/types";
import { CHANGE_STATES, EVENT_WORDS, EVENTS } from "@/api/vocabulary.gen";
import { type EventsParams, VIEW } from "@/lib/address";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { EventRow } from "@/subjects/watch/events/EventRow";
import { toEventsQuestion } from "@/subjects/watch/events/question";
import { STATE_WORDS } from "@/subjects/watch/parts/change-words";
import { eventsOfKind, openEvents } from "@/subjects/watch/parts/event-words";
import { eventsQuery } from "@/subjects/watch/queries/events";
import { TriageBar } from "@/subjects/watch/TriageBar";
import { WatchTabs } from "@/subjects/watch/WatchTabs";
import { AddressProblems } from "@/ui/AddressProblems";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import frame from "@/ui/ListPage.module.css";
import { PageHeader } from "@/ui/PageHeader";
import { LoadedList } from "@/ui/page/LoadedList";
import { Table } from "@/ui/Table";

const route = getRouteApi("/shell/events");
const KINDS = Object.keys(EVENTS) as EventKind[];
const COLUMNS = [{ name: t`What` }, { name: t`Host` }, { name: t`Since` }, { name: t`State` }];
const SELECT = { name: t`Select`, width: 34 };

/** What of hosts got worse or is missing, and who looks after it. */
export function EventsPage() {
  const { params, problems } = route.useSearch()[VIEW];
  const events = useInfiniteQuery(eventsQuery(toEventsQuestion(params)));
  const navigate = useNavigate();
  const mayWrite = useMay("write");
  const [selected, setSelected] = useState<readonly string[]>([]);
  const first = events.data?.pages[0];
  const items = events.data?.pages.flatMap((page) => page.items) ?? [];
  const shown = items.map(({ id }) => id);
  const chosen = selected.filter((id) => shown.includes(id));
  const toggle = (id: string) =>
    setSelected(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <>
      <PageHeader
        title={t`Health and missing runs`}
        subtitle={t`Degraded links, arrays and drives; missing runs; rejected or pending uploads`}
      />
      <WatchTabs />
      <AddressProblems problems={problems} onDismiss={() => void navigate({ to: paths.events(params) })} />
      {first !== undefined && first.counts.length > 0 && <p className={frame.answer}>{openEvents(first)}</p>}
      <Filters params={params} events={first} />
      <Card>
        <LoadedList
          query={events}
          error={t`The events could not be loaded.`}
          more={t`More events`}
          empty={
            items.length === 0 ? <Nothing params={params} isAny={(first?.counts.length ?? 0) > 0} /> : null
          }
        >
          <Table caption={t`Events`} columns={mayWrite ? [SELECT, ...COLUMNS] : COLUMNS} isDense>
            {items.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                isSelected={chosen.includes(event.id)}
                onSelect={mayWrite ? toggle : null}
              />
            ))}
          </Table>
        </LoadedList>
      </Card>
      <p className={frame.foot}>
        <Trans>Checked every 30 s against the last inventory; the host may have changed since.</Trans>
      </p>
      {mayWrite && (
        <TriageBar
          caption={t`Selected events`}
          chosen={chosen}
          shown={shown}
          of="events"
          onSelect={setSelected}
        />
      )}
    </>
  );
}

function Nothing({ params, isAny }: { params: EventsParams; isAny: boolean }) {
  const isFiltered =
    isAny ||
    params.host !== null ||
    params.event !== null ||
    params.days !== "any" ||
    params.kind !== "any" ||
    params.state !== "open";
  return isFiltered ? (
    <EmptyMessage
      title={t`No events match.`}
      action={
        <Link to={paths.events()}>
          <Trans>Show all open events</Trans>
        </Link>
      }
    />
  ) : (
    <EmptyMessage
      title={t`Nothing degraded or missing.`}
      detail={t`Based on inventories, uploads and missing-run alerts. Schedules and alerts are on each host’s page.`}
      action={
        <Link to={paths.hosts()}>
          <Trans>Go to hosts</Trans>
        </Link>
      }
    />
  );
}

function Filters({ params, events }: { params: EventsParams; events: EventList | undefined }) {
  const navigate = useNavigate();
  const go = (changed: Partial<EventsParams>) =>
    void navigate({ to: paths.events({ ...params, ...changed }) });
  const kinds = KINDS.filter(
    (kind) => kind === params.kind || (events !== undefined && eventsOfKind(events, kind) > 0),
  );
  return (
    <div className="flow at-bottom gap-8 below-14 no-print">
      {kinds.map((kind) => (
        <Link
          key={kind}
          to={paths.events({ ...params, kind: params.kind === kind ? "any" : kind })}
          className={frame.filter}
          data-on={params.kind === kind}
          aria-current={params.kind === kind ? "true" : undefined}
          title={EVENTS[kind]}
        >
          {EVENT_WORDS[kind]}{" "}
          <strong>{formatCount(events === undefined ? 0 : eventsOfKind(events, kind))}</strong>
        </Link>
      ))}
      <NativeSelect
        size="xs"
        label={t`State`}
        value={params.state}
        data={[
          { value: "open", label: t`open` },
          ...CHANGE_STATES.map((state) => ({ value: state, label: STATE_WORDS[state].short })),
          { value: "any", label: t`in any state` },
        ]}
        onChange={(event) => go({ state: event.currentTarget.value as EventsParams["state"] })}
      />
      <NativeSelect
        size="xs"
        label={t`Period`}
        value={params.days}
        data={[
          { value: "any", label: t`at any time` },
          { value: "1", label: t`since yesterday` },
          { value: "7", label: t`in the last 7 days` },
          { value: "30", label: t`in the last 30 days` },
        ]}
        onChange={(event) => go({ days: event.currentTarget.value as EventsParams["days"] })}
      />
      <NativeSelect
        size="xs"
        label={t`Condition`}
        value={params.isWithGone ? "all" : "now"}
        data={[
          { value: "now", label: t`still present` },
          { value: "all", label: t`present and past` },
        ]}
        onChange={(event) => go({ isWithGone: event.currentTarget.value === "all" })}
      />
      {params.host !== null && (
        <Link to={paths.events({ ...params, host: null })} className={frame.filter} data-on>
          <Trans>host {{ host: params.host }} ✕</Trans>
        </Link>
      )}
      {params.event !== null && (
        <Link to={paths.events({ ...params, event: null })} className={frame.filter} data-on>
          <Trans>one event ✕</Trans>
        </Link>
      )}
    </div>
  );
}
