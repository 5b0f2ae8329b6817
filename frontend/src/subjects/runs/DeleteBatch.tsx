import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { BatchDeletion } from "@/api/types";
import { formatCount } from "@/lib/units";
import { useUndoNotice } from "@/subjects/runs/EditRuns";
import { batchDeletionQuery, deleteBatch } from "@/subjects/runs/queries/batches";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface DeleteBatchProps {
  id: string;
  name: string;
  onClose: () => void;
  onDeleted: () => void;
}

/** Says what the batch's runs are part of, then moves them all into the trash in one step, and offers the way back. */
export function DeleteBatch({ id, name, onClose, onDeleted }: DeleteBatchProps) {
  const touched = useQuery(batchDeletionQuery(id));
  const remove = useMutation(deleteBatch(id));
  const notify = useUndoNotice();
  const hasLinks = touched.data !== undefined && touched.data.links.length > 0;
  const isPossible = touched.data !== undefined && !isTooLarge(touched.data);
  const act = (shares: "revoke" | "keep") =>
    remove.mutate(shares, {
      onSuccess: ({ edit_id, runs }) => {
        onClose();
        onDeleted();
        notify(t`${plural(runs, { one: "# run", other: "# runs" })} of ${name} deleted.`, edit_id);
      },
    });
  return (
    <Dialog title={t`Delete ${name}?`} onClose={onClose}>
      {touched.isError ? (
        <QueryError
          title={t`The affected items could not be loaded.`}
          error={touched.error}
          onRetry={() => void touched.refetch()}
        />
      ) : touched.data === undefined ? (
        <Skeleton height={80} />
      ) : (
        <Touched touched={touched.data} />
      )}
      {remove.isError && <QueryError title={t`Nothing was deleted.`} error={remove.error} />}
      <div className="flow to-end gap-8 above-16">
        <Button variant="default" data-autofocus onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        {hasLinks && (
          <Button
            variant="default"
            loading={remove.isPending}
            disabled={!isPossible}
            onClick={() => act("keep")}
          >
            <Trans>Delete, keep the links</Trans>
          </Button>
        )}
        <Button color="red" loading={remove.isPending} disabled={!isPossible} onClick={() => act("revoke")}>
          {hasLinks ? t`Delete, revoke the links` : "Delete"}
        </Button>
      </div>
    </Dialog>
  );
}

function isTooLarge({ runs, max_runs: most }: BatchDeletion): boolean {
  return runs > most;
}

function Touched({ touched }: { touched: BatchDeletion }) {
  const { runs, links, changes, references, max_runs: most } = touched;
  if (isTooLarge(touched)) {
    return (
      <p>
        <Trans>
          <Plural value={runs} one="# run" other="# runs" />: one step deletes at most{" "}
          {{ most: formatCount(most) }}. Delete them in parts, in the run history.
        </Trans>
      </p>
    );
  }
  return (
    <>
      <p>
        <Trans>
          <Plural value={runs} one="# run" other="# runs" /> <Plural value={runs} one="moves" other="move" />{" "}
          to the trash and can be restored together for 30 days. Runs uploaded later appear in the history.
        </Trans>
      </p>
      {(links.length > 0 || changes > 0 || references.length > 0) && (
        <ul className="bullets muted above-10" style={{ maxHeight: "40vh", overflow: "auto" }}>
          {links.length > 0 && (
            <li className="above-4">
              <Trans>
                <Plural value={{ links: links.length }} one="# link" other="# links" /> shared with others{" "}
                <Plural value={{ links: links.length }} one="shows" other="show" /> a frozen copy:{" "}
                {{ names: links.map(({ label, title }) => label ?? title).join("; ") }}
              </Trans>
            </li>
          )}
          {changes > 0 && (
            <li className="above-4">
              <Trans>
                <Plural value={changes} one="# detected change" other="# detected changes" />{" "}
                <Plural value={changes} one="depends" other="depend" /> on these runs and will be re-evaluated
              </Trans>
            </li>
          )}
          {references.map((one) => (
            <li className="above-4" key={one.id}>
              <Trans>
                The baseline “{{ name: one.name }}” loses {{ runs: formatCount(one.runs) }} of its{" "}
                <Plural value={{ run_count: one.run_count }} one="# run" other="# runs" />
              </Trans>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
