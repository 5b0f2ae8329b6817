import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Popover, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconTag, IconTrash } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { parseLabels } from "@/subjects/runs/labels";
import { editRuns, undoEdit } from "@/subjects/runs/queries/runs";
import { EndingLinks } from "@/subjects/sharing/controls/EndingLinks";
import { openSharesOfRunsQuery } from "@/subjects/sharing/queries/shares";

const NOTICE = "edit-runs";

function tell(title: string, message: ReactNode) {
  notifications.show({ id: NOTICE, title, message, autoClose: 12_000, withBorder: true });
}

/** Says what was done and offers to undo it. */
export function useUndoNotice() {
  const undo = useMutation(undoEdit());
  return (title: string, editId: string) => {
    const takeBack = () => {
      notifications.hide(NOTICE);
      undo.mutate(editId, { onError: (error) => tell(t`It was not undone.`, error.message) });
    };
    tell(
      title,
      <Button variant="subtle" size="compact-xs" onClick={takeBack}>
        <Trans>Undo</Trans>
      </Button>,
    );
  };
}

interface DeleteRunsProps {
  runIds: readonly string[];
  onDeleted: () => void;
}

/**
 * Deletes the selected runs at once and offers the way back: they are kept for 30 days. Links do not come back, so where
 * there are any it asks first.
 */
export function DeleteRuns({ runIds, onDeleted }: DeleteRunsProps) {
  const edit = useMutation(editRuns());
  const notify = useUndoNotice();
  const cache = useQueryClient();
  const links = useMutation({ mutationFn: () => cache.fetchQuery(openSharesOfRunsQuery(runIds)) });
  const act = (shares: "revoke" | "keep") =>
    edit.mutate(
      { run_ids: [...runIds], is_deleted: true, shares },
      {
        onSuccess: (edited) => {
          links.reset();
          onDeleted();
          notify(
            t`${plural({ runs: edited.runs }, { one: "# run", other: "# runs" })} deleted.`,
            edited.edit_id,
          );
        },
        onError: (error) => tell(t`Nothing was deleted.`, error.message),
      },
    );
  const start = () =>
    links.mutate(undefined, {
      onSuccess: (open) => {
        if (open.length === 0) act("revoke");
      },
      onError: (error) => tell(t`Nothing was deleted.`, error.message),
    });
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden="true" />}
        loading={links.isPending || edit.isPending}
        onClick={start}
      >
        <Trans>Delete</Trans>
      </Button>
      {links.data !== undefined && links.data.length > 0 && (
        <EndingLinks
          runs={runIds.length}
          links={links.data}
          isPending={edit.isPending}
          onChoose={act}
          onClose={() => links.reset()}
        />
      )}
    </>
  );
}

/** A tag or a label (`key=value`) for all selected runs. */
export function MarkRuns({ runIds }: { runIds: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const edit = useMutation(editRuns());
  const notify = useUndoNotice();
  const submit = () => {
    const mark = readMark(text);
    if (mark.problem !== null) {
      setProblem(mark.problem);
      return;
    }
    edit.mutate(
      { run_ids: [...runIds], ...mark.change },
      {
        onSuccess: (edited) => {
          setOpen(false);
          setText("");
          notify(
            t`${plural({ runs: edited.runs }, { one: "# run", other: "# runs" })} marked “${{ text: text.trim() }}”.`,
            edited.edit_id,
          );
        },
        onError: (error) => setProblem(error.message),
      },
    );
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          aria-expanded={isOpen}
          leftSection={<IconTag size={14} aria-hidden="true" />}
          onClick={() => setOpen(!isOpen)}
        >
          <Trans>Tag or label</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          className="flex at-bottom gap-8 first-grows"
          style={{ width: 290 }}
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <TextInput
            size="xs"
            label={t`Tag, or label as key=value`}
            placeholder={t`nightly, or fan=off`}
            maxLength={300}
            value={text}
            error={problem}
            onChange={(event) => {
              setText(event.currentTarget.value);
              setProblem(null);
            }}
          />
          <Button size="xs" type="submit" loading={edit.isPending} disabled={text.trim() === ""}>
            <Trans>Add</Trans>
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

type Mark =
  | { change: { add_tags: string[] } | { set_labels: Record<string, string> }; problem: null }
  | { problem: string };

/** With a sign it is a label, without one a tag. */
function readMark(text: string): Mark {
  if (!text.includes("=")) return { change: { add_tags: [text.trim()] }, problem: null };
  const { labels, problem } = parseLabels(text);
  return problem === null ? { change: { set_labels: labels }, problem } : { problem };
}
