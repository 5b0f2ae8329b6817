import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Popover, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconChevronDown } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Batch } from "@/api/types";
import styles from "@/subjects/runs/batches/BatchPage.module.css";
import { batchInWords } from "@/subjects/runs/parts/batch-name";
import { batchesQuery } from "@/subjects/runs/queries/batches";

interface CompareWithProps {
  batch: Batch;
  isChosen: boolean;
  /** Null: the one before. */
  onChoose: (batchId: string | null) => void;
}

/** Any other batch to hold this one against, here and as the base of a comparison. Asked for when it is opened. */
export function CompareWith({ batch, isChosen, onChoose }: CompareWithProps) {
  const [isOpen, setOpen] = useState(false);
  const choose = (id: string | null) => {
    setOpen(false);
    onChoose(id);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        {batch.previous === null ? (
          <Button variant="default" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Trans>Compare with…</Trans>
          </Button>
        ) : (
          <Button
            style={{ padding: "0 9px" }}
            aria-label={t`Compare with…`}
            title={t`Compare with…`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconChevronDown size={16} aria-hidden="true" />
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown>
        <Others of={batch.id} isChosen={isChosen} onChoose={choose} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface OthersProps {
  of: string;
  isChosen: boolean;
  onChoose: (batchId: string | null) => void;
}

function Others({ of, isChosen, onChoose }: OthersProps) {
  const [search, setSearch] = useState("");
  const [find] = useDebouncedValue(search, 200);
  const { data, isError } = useQuery(batchesQuery({}, find));
  const others = data?.items.filter(({ id }) => id !== of);
  return (
    <div className={styles.others}>
      <TextInput
        size="xs"
        aria-label={t`Search batches`}
        placeholder={t`Search names`}
        data-autofocus
        maxLength={64}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ul>
        {isChosen && (
          <li>
            <button type="button" className={styles.other} onClick={() => onChoose(null)}>
              <Trans>The previous batch</Trans>
            </button>
          </li>
        )}
        {others?.map((other) => (
          <li key={other.id}>
            <button type="button" className={styles.other} onClick={() => onChoose(other.id)}>
              {batchInWords(other)} · {plural({ runs: other.runs }, { one: "# run", other: "# runs" })}
            </button>
          </li>
        ))}
      </ul>
      {isError && (
        <p className="faint above-8">
          <Trans>The batches could not be loaded.</Trans>
        </p>
      )}
      {others?.length === 0 && (
        <p className="faint above-8">
          {find === "" ? t`No other batches yet.` : t`No other batch is called “${find}”.`}
        </p>
      )}
      {data?.has_more === true && (
        <p className="faint above-8">
          <Trans>The newest 20; search for the others.</Trans>
        </p>
      )}
    </div>
  );
}
