import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditEvent } from "@/api/types";
import { describeAction, describeDetail } from "@/subjects/accounts/audit/detail";
import { OnlyWith } from "@/subjects/accounts/controls/OnlyWith";
import { SettingsTabs } from "@/subjects/accounts/controls/SettingsTabs";
import { auditQuery } from "@/subjects/accounts/queries/people";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { LoadedList } from "@/ui/page/LoadedList";
import { Table } from "@/ui/Table";

const COLUMNS = [t`When`, t`Who`, t`Action`, t`Detail`].map((name) => ({ name }));

/** Everything that was changed, or that left the service. */
export function AuditPage() {
  const audit = useInfiniteQuery(auditQuery());
  const events = audit.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageHeader title={t`Settings`} subtitle={t`Sign-ins, changes and exports`} />
      <SettingsTabs />
      <OnlyWith right="admin" needs={t`Only admins can read the audit log.`}>
        <Card title={t`Audit log`} isFlush>
          <LoadedList
            query={audit}
            error={t`The audit log could not be loaded.`}
            more={t`Older events`}
            empty={events.length === 0 ? <EmptyMessage title={t`No changes or exports yet.`} /> : null}
          >
            <Table caption={t`Audit log`} columns={COLUMNS} isDense>
              {events.map((event) => (
                <EventRow key={event.id} event={event} />
              ))}
            </Table>
          </LoadedList>
        </Card>
      </OnlyWith>
    </>
  );
}

function EventRow({ event }: { event: AuditEvent }) {
  return (
    <tr>
      <td>
        <Moment iso={event.at} />
      </td>
      <td>
        <bdi>{event.actor_kind === "nobody" ? t`not signed in` : event.actor_name}</bdi>
      </td>
      <td>{describeAction(event.action)}</td>
      <td style={{ minWidth: 260 }}>
        <bdi>{describeDetail(event.detail)}</bdi>
      </td>
    </tr>
  );
}
