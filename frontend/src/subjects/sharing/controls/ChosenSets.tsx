import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { placementsQuery, referenceSetsQuery } from "@/subjects/reference-sets/queries";
import { type Draft, toggled } from "@/subjects/sharing/controls/draft";
import styles from "@/subjects/sharing/controls/ShareDialog.module.css";

interface ChosenSetsProps {
  runId: string;
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
}

const MAX_SETS = 3;

/** Which reference sets the run is shown beside. Of the others nothing goes out. */
export function ChosenSets({ runId, draft, onChange }: ChosenSetsProps) {
  // Most senders choose none: nothing is asked before they look.
  const [isOpen, setOpen] = useState(false);
  const placed = useQuery({ ...placementsQuery([runId]), enabled: isOpen }).data;
  const sets = useQuery({ ...referenceSetsQuery(), enabled: isOpen }).data?.items ?? [];
  const ids = new Set([
    ...(placed?.items ?? []).flatMap((one) => one.sets.map((set) => set.set_id)),
    ...(placed?.stated ?? []).filter((one) => one.is_comparable).map((one) => one.set_id),
  ]);
  const named = sets.filter(({ id, maker_name: maker }) => ids.has(id) && maker !== null);
  const chosen = draft.reference_sets;
  return (
    <details className="stack gap-14" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {chosen.length === 0
          ? t`Compare with reference sets`
          : t`Compared with ${{ sets: chosen.length }} of its reference sets`}
      </summary>
      <fieldset className={styles.group}>
        <legend>
          <Trans>Reference sets to show; other sets are not shared</Trans>
        </legend>
        {placed !== undefined && named.length === 0 && (
          <p>
            <Trans>No named set has the drives and the test of this run.</Trans>
          </p>
        )}
        {named.map(({ id, maker_name: maker }) => (
          <label key={id} className={styles.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              disabled={!chosen.includes(id) && chosen.length >= MAX_SETS}
              onChange={() => onChange({ reference_sets: toggled(chosen, id) })}
            />
            <span>{maker}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}
