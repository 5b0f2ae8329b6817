import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PastedFigure } from "@/api/types";
import { type CardDraft, cardOf, emptyDraft, problemOf } from "@/subjects/datasheets/controls/card-draft";
import { PasteTable } from "@/subjects/datasheets/controls/PasteTable";
import { CLASSES } from "@/subjects/datasheets/parts/sheet-words";
import { addCard, usualQuery } from "@/subjects/datasheets/queries";
import { Dialog } from "@/ui/Dialog";
import { QueryError } from "@/ui/page/QueryError";

type Line = Exclude<keyof CardDraft, "driveClass" | "model" | "printedBy">;

const LINES: readonly { key: Line; label: string; description?: string }[] = [
  { key: "capacityGb", label: t`Capacity, GB`, description: t`As sold` },
  { key: "readMb", label: t`Sequential read, MB/s` },
  { key: "writeMb", label: t`Sequential write, MB/s` },
  {
    key: "sequentialKib",
    label: t`Block size of the sequential figures, KiB`,
    description: t`Only if stated`,
  },
  { key: "readIops", label: t`Random read, IOPS` },
  { key: "writeIops", label: t`Random write, IOPS` },
  {
    key: "randomKib",
    label: t`Block size of the random figures, KiB`,
    description: t`Only if stated`,
  },
  {
    key: "queueDepth",
    label: t`Queue depth of the random figures`,
    description: t`Only if stated`,
  },
  { key: "workers", label: t`Jobs / threads`, description: t`Only if stated` },
  { key: "title", label: t`Title of the source` },
  { key: "address", label: t`URL of the source`, description: t`Required for ratings to count` },
  { key: "page", label: t`Page` },
];

interface AddCardProps {
  /** As the drive names itself; null: the person says it. */
  model: string | null;
  /** Null where the run does not tell it, or where there is no run. */
  capacityBytes: number | null;
  onClose: () => void;
  onAdded?: (id: string) => void;
}

/** The usual lines of a datasheet. What is left empty stays unknown, so nothing is concluded from it. */
export function AddCard({ model, capacityBytes, onClose, onAdded }: AddCardProps) {
  const [draft, setDraft] = useState(() => emptyDraft(model ?? "", capacityBytes));
  const add = useMutation(addCard());
  const [pasted, setPasted] = useState<readonly PastedFigure[]>([]);
  const [isAssuming, setAssuming] = useState(false);
  const usual = useQuery({ ...usualQuery(), enabled: isAssuming }).data?.items ?? [];
  const problem = problemOf(draft, pasted.length);
  return (
    <Dialog title={model === null ? t`New datasheet` : t`Datasheet of ${model}`} onClose={onClose}>
      <form
        className="stack gap-14"
        onSubmit={(event) => {
          event.preventDefault();
          if (problem !== null) return;
          const today = new Date().toISOString().slice(0, 10);
          const ratings = pasted.map(({ rating }) => rating);
          add.mutate(
            { card: cardOf(draft, today, ratings, isAssuming ? usual : []) },
            {
              onSuccess: ({ id }) => {
                onClose();
                onAdded?.(id);
              },
            },
          );
        }}
      >
        {model === null && (
          <TextInput
            label={t`Model, as reported by the drive`}
            description={t`As shown by lsblk or nvme list; name and capacity must match exactly`}
            required
            maxLength={200}
            value={draft.model}
            onChange={(event) => setDraft({ ...draft, model: event.currentTarget.value })}
          />
        )}
        {model !== null && capacityBytes === null && (
          <p>
            <Trans>
              The drive capacity of this run is unknown. Set the label drive.capacity (bytes) so that the
              datasheet applies.
            </Trans>
          </p>
        )}
        <NativeSelect
          label={t`Class`}
          value={draft.driveClass}
          data={["data-centre", "client", "hdd"].map((value) => ({ value, label: CLASSES[value] ?? value }))}
          onChange={(event) =>
            setDraft({ ...draft, driveClass: event.currentTarget.value as CardDraft["driveClass"] })
          }
        />
        <PasteTable onChosen={setPasted} />
        {LINES.map(({ key, label, description }) => (
          <TextInput
            key={key}
            label={label}
            description={description}
            maxLength={key === "title" ? 500 : 1000}
            value={draft[key]}
            onChange={(event) => setDraft({ ...draft, [key]: event.currentTarget.value })}
          />
        ))}
        <NativeSelect
          label={t`Publisher`}
          value={draft.printedBy}
          data={[
            { value: "maker", label: t`The vendor` },
            { value: "reproduced_table", label: t`A reviewer, from the vendor's table` },
            { value: "catalogue", label: t`A shop or catalogue` },
          ]}
          onChange={(event) =>
            setDraft({ ...draft, printedBy: event.currentTarget.value as CardDraft["printedBy"] })
          }
        />
        <label className="line gap-8">
          <input
            type="checkbox"
            checked={isAssuming}
            onChange={(event) => setAssuming(event.currentTarget.checked)}
          />
          <span>
            <Trans>
              Assume typical values for missing block sizes and queue depths
              <small className="block muted">
                Marked as assumed; used for the job file only, never for the rating
              </small>
            </Trans>
          </span>
        </label>
        {problem !== null && <p>{problem}</p>}
        {add.isError && <QueryError title={t`The datasheet was not added.`} error={add.error} />}
        <div className="flex to-end gap-8">
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            loading={add.isPending}
            disabled={problem !== null || (isAssuming && usual.length === 0)}
          >
            <Trans>Add</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
