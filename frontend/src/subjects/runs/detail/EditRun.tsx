import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TagsInput, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { RunDetail } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import { formatLabels, parseLabels } from "@/subjects/runs/labels";
import { editRun } from "@/subjects/runs/queries/runs";
import { stored, TitleAndNote } from "@/subjects/runs/TitleAndNote";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/page/QueryError";

interface EditRunProps {
  run: RunDetail;
  onClose: () => void;
}

/** What a person may say about a run. The figures are fio's and cannot be edited. */
export function EditRun({ run, onClose }: EditRunProps) {
  const [words, setWords] = useState({ title: run.title ?? "", note: run.note ?? "" });
  const [tags, setTags] = useState(run.tags);
  const [labels, setLabels] = useState(formatLabels(run.labels));
  const edit = useMutation(editRun(run.id));
  const parsed = parseLabels(labels);
  const save = () => {
    if (parsed.labels === null) return;
    edit.mutate({ ...stored(words), tags, labels: parsed.labels }, { onSuccess: onClose });
  };
  return (
    <Dialog title={t`Edit run`} onClose={onClose}>
      <form
        className="stack gap-14"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TitleAndNote words={words} onChange={setWords} />
        <TagsInput
          label={t`Tags`}
          description={t`Press Enter to add`}
          maxTags={LIMITS.maxTags}
          value={tags}
          onChange={setTags}
        />
        <Textarea
          label={t`Labels`}
          description={t`One key=value per line, such as fan=off`}
          rows={3}
          value={labels}
          error={parsed.problem}
          onChange={(event) => setLabels(event.currentTarget.value)}
        />
        {edit.isError && <QueryError title={t`The run was not changed.`} error={edit.error} />}
        <div className="flex to-end gap-8">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={edit.isPending} disabled={parsed.labels === null}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
