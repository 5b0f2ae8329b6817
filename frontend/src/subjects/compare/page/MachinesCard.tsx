import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { ComparedPart, InventoryDifference } from "@/api/types";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import { DifferenceRows } from "@/subjects/hosts/parts/DifferenceRows";
import { Card } from "@/ui/Card";

const PATHS: Record<ComparedPart["paths"]["state"], string> = {
  same: t`The data path is the same on both sides.`,
  different: t`The data paths differ.`,
  cannot_tell: t`The data path is unknown: one side does not report the drives behind its target.`,
};

interface MachinesCardProps {
  part: ComparedPart;
  /** Of the new side, where there are several. */
  name: string | null;
}

/** How the machines of the two sides differ, field by field. Differences only. */
export function MachinesCard({ part: { inventory_difference: difference, paths }, name }: MachinesCardProps) {
  return (
    <Card
      title={
        name === null
          ? t`Hardware and configuration diff`
          : t`Hardware and configuration diff: base and ${name}`
      }
      subtitle={`${difference === null ? "" : `${inventoriesOf(difference)} `}${PATHS[paths.state]}`}
    >
      {difference === null ? (
        <p className={styles.hint}>
          <Trans>
            One side has no inventory, so the machines cannot be compared. The agent sends it with every run.
          </Trans>
        </p>
      ) : (
        <Machines difference={difference} />
      )}
    </Card>
  );
}

function inventoriesOf({ base_count, new_count }: InventoryDifference): string {
  if (base_count === 1 && new_count === 1) return t`Newest compared run on each side.`;
  return t`Newest compared run on each side; base has ${base_count} distinct inventories, new ${new_count}.`;
}

/** More rows than this wait until they are asked for. */
const FIRST_ROWS = 4;

function Machines({ difference }: { difference: InventoryDifference }) {
  const [isWhole, setWhole] = useState(false);
  const { facets, rows, rows_left_out } = difference;
  const shown = isWhole ? rows : rows.slice(0, FIRST_ROWS);
  return (
    <>
      <DifferenceRows difference={{ facets, rows: shown }} />
      {shown.length < rows.length && (
        <p className={styles.hint}>
          <Trans>
            {{ shown: shown.length }} of{" "}
            <Plural value={{ rows: rows.length }} one="# differing field" other="# differing fields" />.{" "}
            <button type="button" className={styles.more} onClick={() => setWhole(true)}>
              Show all
            </button>
          </Trans>
        </p>
      )}
      {isWhole && rows_left_out > 0 && (
        <p className={styles.hint}>
          <Trans>
            <Plural value={rows_left_out} one="# further field" other="# further fields" /> differ and are not
            listed.
          </Trans>
        </p>
      )}
    </>
  );
}
