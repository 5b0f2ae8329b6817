import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { TimeNote } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import { minuteOfInput } from "@/lib/local-input";
import type { NotedHost } from "@/subjects/watch/controls/time-notes/TimeNotes";
import { saveTimeNote } from "@/subjects/watch/queries/time-notes";

// The value of a select that stands for every host.
const ALL = "";

interface TimeNoteFormProps {
  /** Null: a new one. */
  note: TimeNote | null;
  hosts: readonly NotedHost[];
  /** When a new one is thought to be; null: now. */
  at: string | null;
  onDone: () => void;
}

/** One note: its words, when it was, and of which host. Times are the reader's own. */
export function TimeNoteForm({ note, hosts, at, onDone }: TimeNoteFormProps) {
  const [text, setText] = useState(note?.text ?? "");
  const [from, setFrom] = useState(() => minuteOfInput(note?.at ?? at ?? new Date().toISOString()));
  const [until, setUntil] = useState(note?.until == null ? "" : minuteOfInput(note.until));
  const [host, setHost] = useState(note === null ? (hosts[0]?.id ?? ALL) : (note.host?.id ?? ALL));
  const save = useMutation(saveTimeNote(note?.id ?? null));
  const isBackwards = until !== "" && until <= from;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      {
        text: text.trim(),
        at: sameOr(note?.at, from),
        until: until === "" ? null : sameOr(note?.until, until),
        host_id: host === ALL ? null : host,
      },
      { onSuccess: onDone },
    );
  };
  return (
    <form
      className="fields gap-10 below-12"
      aria-label={note === null ? t`A new note` : t`The note`}
      onSubmit={submit}
    >
      <TextInput
        size="xs"
        style={{ flex: "1 1 260px" }}
        ref={focusOn}
        label={t`Note`}
        placeholder={t`moved to the new rack`}
        maxLength={LIMITS.maxTimeNoteCharacters}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="datetime-local"
        label={t`When`}
        value={from}
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <TextInput
        size="xs"
        type="datetime-local"
        label={t`Until (optional)`}
        value={until}
        error={isBackwards ? t`Enter a time after its start` : undefined}
        onChange={(event) => setUntil(event.currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        label={t`Of`}
        value={host}
        data={[
          ...hosts.map(({ id, name }) => ({ value: id, label: name })),
          { value: ALL, label: t`all hosts` },
        ]}
        onChange={(event) => setHost(event.currentTarget.value)}
      />
      <Button
        size="xs"
        type="submit"
        loading={save.isPending}
        disabled={text.trim() === "" || from === "" || isBackwards}
      >
        <Trans>Save</Trans>
      </Button>
      <Button size="xs" variant="subtle" onClick={onDone}>
        <Trans>Cancel</Trans>
      </Button>
      {save.isError && (
        <p role="alert" className="bad compact" style={{ flex: "1 1 100%" }}>
          <Trans>Annotation not saved: {{ message: save.error.message }}</Trans>
        </p>
      )}
    </form>
  );
}

/** The reader asked for this form to write in it. */
function focusOn(input: HTMLInputElement | null) {
  input?.focus();
}

/** What nobody touched keeps its seconds. */
function sameOr(iso: string | null | undefined, local: string): string {
  return iso != null && minuteOfInput(iso) === local ? iso : new Date(local).toISOString();
}
