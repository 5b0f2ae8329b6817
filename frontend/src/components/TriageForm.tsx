import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { triageChanges } from "@/api/queries/changes";
import type { Change, ChangeState } from "@/api/types";
import { CHANGE_STATES, LIMITS } from "@/api/vocabulary.gen";
import styles from "@/components/TriageForm.module.css";
import { STATE_WORDS } from "@/sections/change-words";

interface TriageFormProps {
  ids: readonly string[];
  /** The one that is noted of, with its note and who looks after it; without it many are noted of at once. */
  change?: Change;
  onDone?: () => void;
}

/** What somebody notes of one change, or of many at once: its state, and why. */
export function TriageForm({ ids, change, onDone }: TriageFormProps) {
  const [state, setState] = useState<ChangeState>(change?.state ?? "acknowledged");
  const [cause, setCause] = useState(change?.cause ?? "");
  const [note, setNote] = useState(change?.note ?? "");
  const [assignee, setAssignee] = useState(change?.assignee?.name ?? "");
  const triage = useMutation(triageChanges());
  const isMissing = state === "expected" && cause.trim() === "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    triage.mutate(
      {
        ids: [...ids],
        state,
        ...(cause.trim() === "" ? {} : { cause: cause.trim() }),
        ...(change === undefined ? {} : { note, assignee: assignee.trim() }),
      },
      onDone === undefined ? {} : { onSuccess: onDone },
    );
  };
  return (
    <form className={styles.triage} onSubmit={submit}>
      <NativeSelect
        size="xs"
        label="State"
        value={state}
        data={CHANGE_STATES.map((value) => ({ value, label: STATE_WORDS[value].short }))}
        onChange={(event) =>
          setState(CHANGE_STATES.find((one) => one === event.currentTarget.value) ?? state)
        }
      />
      <TextInput
        size="xs"
        className={styles.cause ?? ""}
        label="Cause"
        placeholder={state === "expected" ? "needed, such as: kernel 6.8 everywhere" : "where it is known"}
        maxLength={LIMITS.maxCauseCharacters}
        value={cause}
        onChange={(event) => setCause(event.currentTarget.value)}
      />
      {change !== undefined && (
        <>
          <TextInput
            size="xs"
            label="Who looks after it"
            placeholder="a name"
            maxLength={100}
            value={assignee}
            onChange={(event) => setAssignee(event.currentTarget.value)}
          />
          <Textarea
            size="xs"
            className={styles.note ?? ""}
            label="Note"
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
        title={isMissing ? "An expected change needs its cause" : undefined}
      >
        {change === undefined ? `Note it of ${ids.length}` : "Save"}
      </Button>
      {triage.isError && (
        <p role="alert" className={styles.error}>
          Nothing was noted: {triage.error.message}
        </p>
      )}
      {triage.isSuccess && change !== undefined && <p role="status">Saved.</p>}
    </form>
  );
}
