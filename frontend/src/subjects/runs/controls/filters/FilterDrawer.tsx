import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, CloseButton } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useRef } from "react";
import type { Facet } from "@/api/types";
import type { FilterRecord } from "@/lib/filter";
import { FacetList } from "@/subjects/runs/controls/filters/FacetList";
import styles from "@/subjects/runs/controls/filters/FilterDrawer.module.css";

interface FilterDrawerProps {
  facets: readonly Facet[];
  filter: FilterRecord;
  onChange: (filter: FilterRecord) => void;
}

/** On a narrow screen: one button in place of the facets, which open in a drawer. */
export function FilterDrawer({ facets, filter, onChange }: FilterDrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const count = Object.keys(filter).length;
  return (
    <div className={styles.narrowOnly}>
      <Button
        variant="default"
        leftSection={<IconFilter size={15} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => drawer.current?.showModal()}
      >
        {count === 0 ? t`Filters` : t`Filters (${count})`}
      </Button>
      {/* The browser's own dialog keeps the focus inside, closes on Escape and gives the focus back. */}
      <dialog ref={drawer} className={styles.drawer} aria-label={t`Filters`}>
        <div className="row spread">
          <h2>
            <Trans>Filters</Trans>
          </h2>
          <CloseButton aria-label={t`Close filters`} onClick={() => drawer.current?.close()} />
        </div>
        <FacetList facets={facets} filter={filter} onChange={onChange} />
        <Button fullWidth onClick={() => drawer.current?.close()}>
          <Trans>Show the runs</Trans>
        </Button>
      </dialog>
    </div>
  );
}
