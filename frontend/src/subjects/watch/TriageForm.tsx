import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { ChangeState } from "@/api/types";
import { CHANGE_STATES, LIMITS } from "@/api/vocabulary.gen";
import { STATE_WORDS } from "@/subjects/watch/parts/change-words";
import { noteOf, type Triaged } from "@/subjects/watch/queries/triage";

/** What somebody noted of one. */
interface Noted {
  state: ChangeState;
  cause: string | null;
  note: string | null;
  assignee: { name: string } | null;
}

interface TriageFormProps {
  ids: readonly string[];
  of: Triaged;
  /** The one that is noted of, with its note and who looks after it; without it many are noted of at once. */
  one?: Noted;
  onDone?: () => void;
}

/** What somebody notes of a change or event, or of many at once: its state, and why. */
export function TriageForm({ ids, of, one, onDone }: TriageFormProps) {
  const [state, setState] = useState<ChangeState>(one?.state ?? "acknowledged");
  const [cause, setCause] = useState(one?.cause ?? "");
  const [note, setNote] = useState(one?.note ?? "");
  const [assignee, setAssignee] = useState(one?.assignee?.name ?? "");
  const triage = useMutation(noteOf(of));
  const isMissing = state === "expected" && cause.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    triage.mutate(
      {
        ids: [...ids],
        state,
        ...(cause.trim() === "" ? {} : { cause: cause.trim() }),
        ...(one === undefined ? {} : { note, assignee: assignee.trim() }),
      },
      onDone === undefined ? {} : { onSuccess: onDone },
    );
  };
  return (
    <form className="fields gap-10" onSubmit={submit}>
      <NativeSelect
        size="xs"
        label={t`State`}
        value={state}
        data={CHANGE_STATES.map((value) => ({ value, label: STATE_WORDS[value].short }))}
        onChange={(event) =>
          setState(CHANGE_STATES.find((known) => known === event.currentTarget.value) ?? state)
        }
      />
      <TextInput
        size="xs"
        style={{ flex: "1 1 220px" }}
        label={t`Cause`}
        placeholder={state === "expected" ? t`required, e.g. kernel 6.8 everywhere` : t`optional`}
        maxLength={LIMITS.maxCauseCharacters}
        value={cause}
        onChange={(event) => setCause(event.currentTarget.value)}
      />
      {one !== undefined && (
        <>
          <TextInput
            size="xs"
            label={t`Assignee`}
            placeholder={t`a name`}
            maxLength={100}
            value={assignee}
            onChange={(event) => setAssignee(event.currentTarget.value)}
          />
          <Textarea
            size="xs"
            style={{ flex: "1 1 100%" }}
            label={t`Note`}
            rows={3}
            maxLength={LIMITS.maxNoteCharacters}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </>
      )}
      <Button
        size="xs"
        type="submit"
        loading={triage.isPending}
        disabled={isMissing}
        title={isMissing ? t`Enter the cause of an expected change` : undefined}
      >
        {one === undefined
          ? of === "changes"
            ? plural({ changes: ids.length }, { one: "Save for # change", other: "Save for # changes" })
            : plural({ events: ids.length }, { one: "Save for # event", other: "Save for # events" })
          : t`Save`}
      </Button>
      {triage.isError && (
        <p role="alert" className="bad" style={{ flex: "1 1 100%" }}>
          <Trans>Not saved: {{ message: triage.error.message }}</Trans>
        </p>
      )}
      {triage.isSuccess && one !== undefined && (
        <p role="status">
          <Trans>Saved.</Trans>
        </p>
      )}
    </form>
  );
}
