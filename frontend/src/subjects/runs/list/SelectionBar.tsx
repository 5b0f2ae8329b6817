import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, CloseButton } from "@mantine/core";
import { IconArrowsLeftRight, IconChartDots, IconPencil, IconTrash } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { RunsParams } from "@/lib/address";
import { paths } from "@/lib/paths";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { DeleteRuns, MarkRuns } from "@/subjects/runs/EditRuns";
import styles from "@/subjects/runs/list/SelectionBar.module.css";
import { differenceInWords, filterOfRows, partsOf, sideOf } from "@/subjects/runs/list/selection";
import { MAX_STEPS, meantRunsQuery } from "@/subjects/runs/queries/runs";
import { useShortcuts } from "@/ui/shortcuts";

const EditBatch = lazy(async () => ({
  default: (await import("@/subjects/runs/EditBatch")).EditBatch,
}));
const DeleteBatch = lazy(async () => ({
  default: (await import("@/subjects/runs/DeleteBatch")).DeleteBatch,
}));

interface SelectionBarProps {
  params: RunsParams;
  onChange: (changed: Partial<RunsParams>, replace?: boolean) => void;
}

/** What can be done with the selected rows; the first of them is the base of a comparison. */
export function SelectionBar({ params: { selected, units }, onChange }: SelectionBarProps) {
  const navigate = useNavigate();
  const mayWrite = useMay("write");
  const [base, ...others] = selected;
  const filter = filterOfRows(selected);
  const { runs, batches } = partsOf(selected);
  const compare = () => {
    if (base !== undefined && others.length > 0)
      void navigate({ to: paths.compare({ base: sideOf(base), news: others.map(sideOf) }) });
  };
  useShortcuts({ c: compare });
  if (base === undefined) return null;
  return (
    <section className={`${styles.bar} no-print`} aria-label={t`Selected runs`}>
      <span role="status">
        <strong>
          <Trans>{{ selected: selected.length }} selected</Trans>
        </strong>
        {others.length > 0 && <Hint runs={runs} isOfRuns={batches.length === 0} />}
      </span>
      <Button
        size="xs"
        leftSection={<IconArrowsLeftRight size={14} aria-hidden="true" />}
        disabled={others.length === 0}
        title={others.length === 0 ? t`Select another row to compare with` : t`Compare (c)`}
        onClick={compare}
      >
        <Trans>Compare</Trans>
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconChartDots size={14} aria-hidden="true" />}
        disabled={filter === null}
        title={filter === null ? t`Select either runs or batches, not both` : undefined}
        onClick={() => void navigate({ to: paths.explore({ filter: filter ?? {}, units }) })}
      >
        <Trans>Chart</Trans>
      </Button>
      {mayWrite && (
        <Editing runs={runs} batches={batches} onDeleted={() => onChange({ selected: [] }, true)} />
      )}
      <CloseButton
        size="sm"
        className={styles.close ?? ""}
        aria-label={t`Clear the selection`}
        onClick={() => onChange({ selected: [] }, true)}
      />
    </section>
  );
}

/** What tells the selected runs apart, as far as it is recorded. */
function Hint({ runs, isOfRuns }: { runs: readonly string[]; isOfRuns: boolean }) {
  const told = useQuery({
    ...meantRunsQuery({ run: runs }),
    enabled: isOfRuns,
    placeholderData: keepPreviousData,
  });
  const words = isOfRuns && told.data !== undefined ? differenceInWords(told.data.items) : null;
  return <span className={styles.hint}> {words ?? t`the first is the base`}</span>;
}

interface EditingProps {
  runs: readonly string[];
  batches: readonly string[];
  onDeleted: () => void;
}

/** Marks and deletes runs; of selected batches, all of their runs. One batch alone is changed as one thing. */
function Editing({ runs, batches, onDeleted }: EditingProps) {
  const steps = useQuery({ ...meantRunsQuery({ batch: batches }), enabled: batches.length > 0 });
  const [batch, ...others] = batches;
  const ids = [...new Set([...runs, ...(steps.data?.items.map(({ id }) => id) ?? [])])];
  if (batches.length > 0 && steps.data === undefined) return null;
  if (steps.data !== undefined && steps.data.total > MAX_STEPS) {
    return (
      <span className={styles.hint}>
        <Trans>more than {MAX_STEPS} runs cannot be changed at once</Trans>
      </span>
    );
  }
  return (
    <>
      <MarkRuns runIds={ids} />
      {batch !== undefined && others.length === 0 && runs.length === 0 ? (
        <OneBatch id={batch} onDeleted={onDeleted} />
      ) : (
        <DeleteRuns runIds={ids} onDeleted={onDeleted} />
      )}
    </>
  );
}

function OneBatch({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const [opened, setOpen] = useState<"edit" | "delete" | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPencil size={14} aria-hidden="true" />}
        onClick={() => setOpen("edit")}
      >
        <Trans>Edit</Trans>
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden="true" />}
        onClick={() => setOpen("delete")}
      >
        <Trans>Delete</Trans>
      </Button>
      <Suspense fallback={null}>
        {opened === "edit" && <EditBatch id={id} onClose={close} />}
        {opened === "delete" && (
          <DeleteBatch id={id} name={t`the batch`} onClose={close} onDeleted={onDeleted} />
        )}
      </Suspense>
    </>
  );
}
