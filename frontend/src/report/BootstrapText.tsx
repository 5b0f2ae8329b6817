import type { Bootstrap, ComparedMetric } from "@/api/types";
import styles from "@/report/BootstrapText.module.css";
import { bootstrapSentence, bootstrapWorth, NOT_COMPUTED } from "@/report/bootstrap-words";

interface BootstrapTextProps {
  /** Null in a link of an older version. */
  found: Bootstrap | null;
  cell: ComparedMetric;
  /** Of the new side, where there are several. */
  side: string | undefined;
}

/** The second interval of a workload under its own name, and what it is worth. */
export function BootstrapText({ found, cell, side }: BootstrapTextProps) {
  const worth = found === null ? null : bootstrapWorth(found, cell);
  return (
    <p className={styles.text}>
      {side !== undefined && <strong>{side}: </strong>}
      {found === null ? `No bootstrap interval. ${NOT_COMPUTED}` : bootstrapSentence(found)}
      {worth !== null && <span className={styles.worth}> {worth}</span>}
    </p>
  );
}
