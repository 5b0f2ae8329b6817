import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "@/api/vocabulary.gen";
import { hostsQuery } from "@/subjects/hosts/queries/hosts";
import { scopeWords } from "@/subjects/watch/parts/reference-words";
import { pinReference } from "@/subjects/watch/queries/references";
import { Dialog } from "@/ui/Dialog";

// The value of a select that stands for all.
const ALL = "";

export interface PinDialogProps {
  /** Which runs, as text of the filter language. */
  filter: string;
  /** What they are in words: "this run". */
  what: string;
  /** The name that is offered. */
  name: string;
  /** The host that is offered; null: its name is looked up, or all hosts. */
  hostId?: string | null;
  hostName?: string | null;
  /** Workloads that the runs measured, where a page knows them. */
  workloads?: readonly { id: string; title: string }[];
}

/** Asks what these runs are the reference of, and what people call them. */
export function PinDialog({
  filter,
  what,
  name: offered,
  hostId = null,
  hostName = null,
  workloads = [],
  onClose,
}: PinDialogProps & { onClose: () => void }) {
  const hosts = useQuery(hostsQuery()).data?.items ?? [];
  const [name, setName] = useState(offered);
  const [note, setNote] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [workload, setWorkload] = useState(ALL);
  const host = chosen ?? hostId ?? hosts.find((one) => one.name === hostName)?.id ?? ALL;
  const pin = useMutation(pinReference());
  const save = () =>
    pin.mutate(
      {
        filter,
        name: name.trim(),
        note: note.trim() || null,
        host_id: host === ALL ? null : host,
        workload_id: workload === ALL ? null : workload,
      },
      {
        onSuccess: (made) => {
          onClose();
          notifications.show({
            id: "reference",
            title: t`Baseline “${{ name: made.name }}” set.`,
            message: t`${plural({ runs: made.runs }, { one: "# run", other: "# runs" })}, for ${{ made: scopeWords(made) }}. Manage baselines in Settings.`,
            autoClose: 12_000,
            withBorder: true,
          });
        },
      },
    );
  return (
    <Dialog title={t`Set as baseline`} onClose={onClose}>
      <form
        className="stack gap-12"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <p>
          <Trans>
            Later runs are compared with {what}. Replaces the current baseline for the same host and workload.
          </Trans>
        </p>
        <TextInput
          label={t`Name`}
          data-autofocus
          maxLength={LIMITS.maxNameCharacters}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <NativeSelect
          label={t`For runs of`}
          value={host}
          data={[
            { value: ALL, label: t`all hosts` },
            ...hosts.map((one) => ({ value: one.id, label: one.name })),
          ]}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        {workloads.length > 0 && (
          <NativeSelect
            label={t`Workload`}
            value={workload}
            data={[
              { value: ALL, label: t`all workloads` },
              ...workloads.map(({ id, title }) => ({ value: id, label: title })),
            ]}
            onChange={(event) => setWorkload(event.currentTarget.value)}
          />
        )}
        <Textarea
          label={t`Note`}
          rows={2}
          maxLength={LIMITS.maxCauseCharacters}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {pin.isError && (
          <p role="alert">
            <Trans>Baseline not set: {{ message: pin.error.message }}</Trans>
          </p>
        )}
        <div className="flex to-end gap-8">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={pin.isPending} disabled={name.trim() === ""}>
            <Trans>Set</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
