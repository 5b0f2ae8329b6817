import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconRestore } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { DeletedRun } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatMoment, formatUtc } from "@/lib/time";
import { restoreRun, trashQuery, undoEdit } from "@/subjects/runs/queries/runs";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { PageHeader } from "@/ui/PageHeader";
import { LoadedList } from "@/ui/page/LoadedList";
import { Table } from "@/ui/Table";

/** What was deleted and can come back. */
export function TrashPage() {
  const trash = useQuery(trashQuery());
  const items = trash.data?.items ?? [];
  const count = items.reduce((sum, { runs }) => sum + runs, 0);
  return (
    <>
      <PageHeader
        title={t`Deleted runs`}
        subtitle={
          trash.data === undefined
            ? t`Kept for 30 days`
            : t`${plural(count, { one: "# run", other: "# runs" })}${{ newest: trash.data.has_more ? t`, those deleted last` : "" }} · kept for 30 days`
        }
        actions={
          <Link to={paths.runs()}>
            <Trans>Run history</Trans>
          </Link>
        }
      />
      <Card>
        <LoadedList
          query={trash}
          error={t`The deleted runs could not be loaded.`}
          empty={
            items.length === 0 ? (
              <EmptyMessage
                title={t`Nothing was deleted in the last 30 days.`}
                detail={t`Deleted runs can be restored from here.`}
                action={
                  <Link to={paths.runs()}>
                    <Trans>Go to Runs</Trans>
                  </Link>
                }
              />
            ) : null
          }
        >
          <TrashTable items={items} />
        </LoadedList>
      </Card>
    </>
  );
}

const COLUMNS = [
  { name: t`Run or batch` },
  { name: t`Host` },
  { name: t`Started` },
  { name: t`Deleted` },
  { name: t`Restore` },
];

function TrashTable({ items }: { items: readonly DeletedRun[] }) {
  return (
    <Table caption={t`Deleted runs`} columns={COLUMNS}>
      {items.map((item) => (
        <TrashRow key={item.id} item={item} />
      ))}
    </Table>
  );
}

function TrashRow({ item }: { item: DeletedRun }) {
  const one = useMutation(restoreRun(item.id));
  const whole = useMutation(undoEdit());
  // What nobody noted as one step comes back run by run.
  const edit = item.runs > 1 ? item.edit_id : null;
  const restore = edit === null ? one : whole;
  const name =
    edit === null
      ? (item.title ?? item.target ?? t`Without a name`)
      : t`Batch ${{ batch_name: item.batch_name ?? "" }}, ${plural({ runs: item.runs }, { one: "# run", other: "# runs" })}`;
  const [now] = useState(() => new Date());
  const tell = (title: string, message: string) => notifications.show({ title, message, withBorder: true });
  const act = () => {
    if (edit === null) {
      one.mutate(undefined, {
        onSuccess: () => tell(t`Run restored.`, t`${name} is back in the history.`),
      });
      return;
    }
    whole.mutate(edit, {
      onSuccess: ({ runs }) =>
        tell(
          t`Batch restored.`,
          t`${plural(runs, { one: "# run", other: "# runs" })} of ${{ batch_name: item.batch_name ?? "" }} restored to the history.`,
        ),
    });
  };
  return (
    <tr>
      <th scope="row" className="clipped" style={{ maxWidth: 340 }} title={name}>
        {name}
      </th>
      <td>{item.host_name}</td>
      <td title={item.started_at === null ? undefined : formatUtc(item.started_at)}>
        {item.started_at === null
          ? t`not stated, received ${{ uploaded_at: formatMoment(item.uploaded_at, now) }}`
          : formatMoment(item.started_at, now)}
      </td>
      <td title={formatUtc(item.deleted_at)}>
        {formatMoment(item.deleted_at, now)}
        {item.deleted_by !== null && t` by ${{ deleted_by: item.deleted_by }}`}
      </td>
      <td className="right">
        {restore.isError && <span role="alert">{restore.error.message} </span>}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRestore size={14} aria-hidden="true" />}
          loading={restore.isPending}
          aria-label={t`Restore ${name} of ${{ host_name: item.host_name }}`}
          onClick={act}
        >
          <Trans>Restore</Trans>
        </Button>
      </td>
    </tr>
  );
}
