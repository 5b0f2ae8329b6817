import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { batchDeletionQuery, deleteBatch } from "@/api/queries/batches";
import type { BatchDeletion } from "@/api/types";
import styles from "@/components/batch/Batch.module.css";
import { useTold } from "@/components/EditRuns";
import { QueryError } from "@/components/QueryError";
import { countOf } from "@/lib/format";
import { formatCount } from "@/lib/units";
import { Dialog } from "@/ui/Dialog";
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
  const told = useTold();
  const hasLinks = touched.data !== undefined && touched.data.links.length > 0;
  const isPossible = touched.data !== undefined && !isTooLarge(touched.data);
  const act = (shares: "revoke" | "keep") =>
    remove.mutate(shares, {
      onSuccess: ({ edit_id, runs }) => {
        onClose();
        onDeleted();
        told(`${countOf(runs, "run")} of ${name} deleted.`, edit_id);
      },
    });
  return (
    <Dialog title={`Delete ${name}?`} onClose={onClose}>
      {touched.isError ? (
        <QueryError
          title="What it would touch could not be loaded."
          error={touched.error}
          onRetry={() => void touched.refetch()}
        />
      ) : touched.data === undefined ? (
        <Skeleton height={80} />
      ) : (
        <Touched touched={touched.data} />
      )}
      {remove.isError && <QueryError title="Nothing was deleted." error={remove.error} />}
      <div className={styles.buttons}>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        {hasLinks && (
          <Button
            variant="default"
            loading={remove.isPending}
            disabled={!isPossible}
            onClick={() => act("keep")}
          >
            Delete, keep the links
          </Button>
        )}
        <Button color="red" loading={remove.isPending} disabled={!isPossible} onClick={() => act("revoke")}>
          {hasLinks ? "Delete, revoke the links" : "Delete"}
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
        {countOf(runs, "run")}: one step deletes at most {formatCount(most)}. Delete them in parts, in the run
        history.
      </p>
    );
  }
  return (
    <>
      <p>
        {countOf(runs, "run")} {runs === 1 ? "goes" : "go"} into the trash in one step, and can be restored in
        one for 30 days. Runs uploaded later appear in the history.
      </p>
      {(links.length > 0 || changes > 0 || references.length > 0) && (
        <ul className={styles.touched}>
          {links.length > 0 && (
            <li>
              {countOf(links.length, "link")} shared with others {links.length === 1 ? "shows" : "show"} a
              frozen copy: {links.map(({ label, title }) => label ?? title).join("; ")}
            </li>
          )}
          {changes > 0 && (
            <li>
              {countOf(changes, "detected change")} {changes === 1 ? "depends" : "depend"} on these runs and
              will be re-evaluated
            </li>
          )}
          {references.map((one) => (
            <li key={one.id}>
              The baseline “{one.name}” loses {formatCount(one.runs)} of its {countOf(one.run_count, "run")}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
