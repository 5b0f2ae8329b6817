import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { describeChange } from "@/lib/change";
import { runEditsQuery } from "@/subjects/runs/queries/runs";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";
import { Table } from "@/ui/Table";

const COLUMNS = [t`When`, t`Who`, t`What`].map((name) => ({ name }));

/** Who changed title, note, labels or tags. Figures and originals cannot be changed by anybody. */
export function EditHistory({ runId }: { runId: string }) {
  const edits = useQuery(runEditsQuery(runId)).data?.items ?? [];
  if (edits.length === 0) return null;
  return (
    <Card title={t`Edits`} subtitle={t`Figures and original files cannot be edited`} isFlush>
      <Table caption={t`Edits of this run`} columns={COLUMNS} isDense>
        {edits.map((edit) => (
          <tr key={edit.edit_id}>
            <td>
              <Moment iso={edit.edited_at} />
            </td>
            <td>
              <bdi>{edit.by}</bdi>
            </td>
            <td>
              <bdi>{describeChange(edit.before, edit.after)}</bdi>
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
