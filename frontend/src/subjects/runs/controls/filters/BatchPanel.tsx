import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type FilterRecord, toggled, withValues } from "@/lib/filter";
import { formatCount } from "@/lib/units";
import styles from "@/subjects/runs/controls/filters/FilterBar.module.css";
import { batchInWords } from "@/subjects/runs/parts/batch-name";
import { batchesQuery } from "@/subjects/runs/queries/batches";

interface BatchPanelProps {
  filter: FilterRecord;
  onChange: (filter: FilterRecord) => void;
}

/** The newest batches of the present filter, to be chosen by name; the service searches the others. */
export function BatchPanel({ filter, onChange }: BatchPanelProps) {
  const [search, setSearch] = useState("");
  const [find] = useDebouncedValue(search, 200);
  // Its own choice is left out, so that it can be widened, as with every facet.
  const { data, isError } = useQuery(batchesQuery(withValues(filter, "batch", []), find));
  const chosen = filter["batch"] ?? [];
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>
        <Trans>Batch</Trans>
      </h2>
      <TextInput
        size="xs"
        aria-label={t`Search batches`}
        placeholder={t`Search names`}
        maxLength={64}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <div className={styles.values}>
        {(data?.items ?? []).map((batch) => (
          <div
            key={batch.id}
            className="grid centred gap-8 tall-28"
            style={{ gridTemplateColumns: "minmax(0, 1fr) auto 26px" }}
          >
            <label className="row gap-8 shrinks clickable">
              <input
                type="checkbox"
                checked={chosen.includes(batch.id)}
                onChange={() => onChange(toggled(filter, "batch", batch.id))}
              />
              <span className="clipped" title={batchInWords(batch)}>
                {batchInWords(batch)}
              </span>
            </label>
            <span className="faint tiny figures">{formatCount(batch.runs)}</span>
          </div>
        ))}
        {isError && (
          <p className="faint">
            <Trans>The batches could not be loaded.</Trans>
          </p>
        )}
        {data?.items.length === 0 && (
          <p className="faint">
            {find === "" ? t`None of these runs belongs to a batch.` : t`No batch is called “${find}”.`}
          </p>
        )}
      </div>
      {data?.has_more === true && (
        <p className="faint">
          <Trans>The newest 20; search for the others.</Trans>
        </p>
      )}
    </div>
  );
}
