import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Batch } from "@/api/types";
import { batchQuery, editBatch } from "@/subjects/runs/queries/batches";
import { stored, TitleAndNote } from "@/subjects/runs/TitleAndNote";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface EditBatchProps {
  id: string;
  onClose: () => void;
}

/** What a person may say about a batch as one thing; its runs keep their own words. */
export function EditBatch({ id, onClose }: EditBatchProps) {
  const batch = useQuery(batchQuery(id));
  return (
    <Dialog title={t`Edit batch`} onClose={onClose}>
      {batch.isError ? (
        <QueryError
          title={t`The batch could not be loaded.`}
          error={batch.error}
          onRetry={() => void batch.refetch()}
        />
      ) : batch.data === undefined ? (
        <Skeleton height={190} />
      ) : (
        <Form batch={batch.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Form({ batch, onClose }: { batch: Batch; onClose: () => void }) {
  const [words, setWords] = useState({ title: batch.title ?? "", note: batch.note ?? "" });
  const edit = useMutation(editBatch(batch.id));
  return (
    <form
      className="stack gap-14"
      onSubmit={(event) => {
        event.preventDefault();
        edit.mutate(stored(words), { onSuccess: onClose });
      }}
    >
      <TitleAndNote
        words={words}
        onChange={setWords}
        description={t`If empty, the agent's name is used: ${{ agent_name: batch.agent_name }}`}
      />
      {edit.isError && <QueryError title={t`The batch was not changed.`} error={edit.error} />}
      <div className="flow to-end gap-8">
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" loading={edit.isPending}>
          <Trans>Save</Trans>
        </Button>
      </div>
    </form>
  );
}
