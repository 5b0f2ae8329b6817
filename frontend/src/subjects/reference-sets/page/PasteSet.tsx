import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { NewPastedSet, PastedFigure } from "@/api/types";
import { PasteTable } from "@/subjects/datasheets/controls/PasteTable";
import { pasteSet } from "@/subjects/reference-sets/queries";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/page/QueryError";

const EMPTY = { by: "", model: "", capacity: "", title: "", address: "", dated: "", licence: "" };
type Draft = typeof EMPTY;
const MAX_CHARACTERS = 200;
const GB = 1e9;

const LINES: readonly { key: keyof Draft; label: string; description?: string; isRequired?: boolean }[] = [
  {
    key: "by",
    label: t`Stated by`,
    description: t`Vendor or reviewer`,
    isRequired: true,
  },
  {
    key: "model",
    label: t`Model`,
    description: t`As shown by lsblk or nvme list`,
    isRequired: true,
  },
  { key: "capacity", label: t`Capacity, GB`, description: t`As sold; leave empty for all capacities` },
  { key: "title", label: t`Title of the source`, isRequired: true },
  { key: "address", label: t`URL of the source` },
  { key: "dated", label: t`Date of the source`, description: t`For example 2025-06` },
  { key: "licence", label: t`Licence of the source`, description: t`Only if stated` },
];

/** A vendor's or reviewer's table as a reference set of its own: stated figures, beside the datasheet. */
export function PasteSet({ onClose }: { onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const [figures, setFigures] = useState<readonly PastedFigure[]>([]);
  const paste = useMutation(pasteSet());
  const problem = problemOf(draft, figures.length);
  return (
    <Dialog title={t`Paste a table as a reference set`} onClose={onClose}>
      <form
        className="stack gap-14"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) paste.mutate(setOf(draft, figures), { onSuccess: onClose });
        }}
      >
        <p>
          <Trans>
            For figures that are not to rate runs, for example from a review. They are shown next to runs as
            “stated, not measured”. For figures that rate runs, use Drives → Datasheets.
          </Trans>
        </p>
        <PasteTable onChosen={setFigures} />
        {LINES.map(({ key, label, description, isRequired = false }) => (
          <TextInput
            key={key}
            label={label}
            description={description}
            required={isRequired}
            maxLength={key === "address" ? 1000 : MAX_CHARACTERS}
            value={draft[key]}
            onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
          />
        ))}
        {problem !== null && <p>{problem}</p>}
        {paste.isError && <QueryError title={t`The table was not added.`} error={paste.error} />}
        <div className="flex to-end gap-8">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" loading={paste.isPending} disabled={problem !== null}>
            <Trans>Add</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function problemOf(draft: Draft, count: number): string | null {
  if (count === 0) return t`Read a table first and keep at least one figure.`;
  const missing = LINES.find(({ key, isRequired }) => isRequired === true && draft[key].trim() === "");
  if (missing !== undefined) return t`Missing: ${{ field: missing.label }}.`;
  if (draft.capacity !== "" && !(Number(draft.capacity) > 0)) return t`Capacity is a number of GB.`;
  return null;
}

function setOf(draft: Draft, figures: readonly PastedFigure[]): NewPastedSet {
  const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
  return {
    by: draft.by.trim(),
    model: draft.model.trim(),
    capacity_bytes: draft.capacity === "" ? null : Math.round(Number(draft.capacity) * GB),
    source: {
      title: draft.title.trim(),
      address: orNull(draft.address),
      dated: orNull(draft.dated),
      licence: orNull(draft.licence),
    },
    rating: figures.map(({ rating }) => rating),
  };
}
