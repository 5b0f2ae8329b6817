import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { TimeNote } from "@/api/types";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { TimeNoteForm } from "@/subjects/watch/controls/time-notes/TimeNoteForm";
import { removeTimeNote, timeNotesQuery } from "@/subjects/watch/queries/time-notes";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** What a note can be of, beside all hosts. */
export interface NotedHost {
  id: string;
  name: string;
}

interface TimeNotesProps {
  /** Whose notes: the one host of a page, or those of a chart, which may be none. */
  hosts: readonly NotedHost[];
  /** When a new note is thought to be; now unless the page is about another time. */
  at?: string;
}

/** Annotations of some hosts and of all, the newest first: to read, write, change and remove. */
export function TimeNotes({ hosts, at }: TimeNotesProps) {
  const [only] = hosts;
  const notes = useQuery(timeNotesQuery(hosts.length === 1 && only !== undefined ? only.id : null));
  const mayWrite = useMay("write");
  const [editedId, setEditedId] = useState<string | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const ids = new Set(hosts.map(({ id }) => id));
  const items = (notes.data?.items ?? []).filter(({ host }) => host === null || ids.has(host.id));
  const isCut = notes.data !== undefined && notes.data.total > notes.data.items.length;
  const button = useRef<HTMLButtonElement>(null);
  const done = () => {
    setIsAdding(false);
    setEditedId(null);
    button.current?.focus();
  };
  return (
    <Card
      title={t`Annotations`}
      subtitle={t`Shown in their hosts’ charts over time`}
      actions={
        mayWrite && (
          <Button
            ref={button}
            size="xs"
            variant="default"
            aria-expanded={isAdding}
            onClick={() => setIsAdding(!isAdding)}
          >
            <Trans>Add annotation</Trans>
          </Button>
        )
      }
    >
      {mayWrite && isAdding && <TimeNoteForm note={null} hosts={hosts} at={at ?? null} onDone={done} />}
      {notes.isPending ? (
        <Skeleton height={24} />
      ) : notes.isError ? (
        <QueryError
          title={t`The annotations could not be loaded.`}
          error={notes.error}
          onRetry={() => void notes.refetch()}
        />
      ) : items.length === 0 ? (
        <p className="faint compact">
          <Trans>No annotations yet. Example: “moved to the new rack”, with its date.</Trans>
        </p>
      ) : (
        <ul className="stack gap-6 compact">
          {items.map((note) =>
            mayWrite && note.id === editedId ? (
              <li key={note.id}>
                <TimeNoteForm note={note} hosts={hosts} at={null} onDone={done} />
              </li>
            ) : (
              <Line key={note.id} note={note} mayWrite={mayWrite} onEdit={() => setEditedId(note.id)} />
            ),
          )}
        </ul>
      )}
      {isCut && (
        <p className="faint compact">
          <Trans>Older annotations are not listed.</Trans>
        </p>
      )}
    </Card>
  );
}

interface LineProps {
  note: TimeNote;
  mayWrite: boolean;
  onEdit: () => void;
}

function Line({ note, mayWrite, onEdit }: LineProps) {
  const remove = useMutation(removeTimeNote());
  return (
    <li className="flow at-baseline" style={{ gap: "4px 10px" }}>
      <span className="rigid muted figures" style={{ minWidth: 104 }}>
        <NotedAt note={note} />
      </span>
      <span className="anywhere" style={{ flex: "1 1 240px" }}>
        {note.text}{" "}
        <span className="faint tiny">
          <Trans>
            by {{ created_by: note.created_by }}
            {{
              changedBy:
                note.changed_by !== null && note.changed_by !== note.created_by
                  ? t`, changed by ${{ changed_by: note.changed_by }}`
                  : "",
            }}
          </Trans>
        </span>
      </span>
      <Badge>{note.host?.name ?? t`all hosts`}</Badge>
      {mayWrite && (
        <span className="rigid no-print">
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t`Change: ${{ text: note.text }}`}
            onClick={onEdit}
          >
            <Trans>Change</Trans>
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            loading={remove.isPending}
            aria-label={t`Remove: ${{ text: note.text }}`}
            onClick={() => remove.mutate(note.id)}
          >
            <Trans>Remove</Trans>
          </Button>
        </span>
      )}
      {remove.isError && (
        <span role="alert">
          <Trans>Not removed: {{ message: remove.error.message }}</Trans>
        </span>
      )}
    </li>
  );
}

/** A note's moment, or from when to when it is so. */
export function NotedAt({ note }: { note: TimeNote }) {
  return (
    <>
      <Moment iso={note.at} />
      {note.until !== null && (
        <>
          {" "}
          <Trans>
            to <Moment iso={note.until} />
          </Trans>
        </>
      )}
    </>
  );
}
