import type { ReactNode } from "react";
import styles from "@/subjects/sharing/report/Report.module.css";

interface FoldProps {
  summary: string;
  /** How much waits behind it. */
  hint?: string | undefined;
  children: ReactNode;
}

/** What answers nothing by itself waits until it is asked for, so that the report stays short; the long form prints it. */
export function Fold({ summary, hint, children }: FoldProps) {
  return (
    <details className={`${styles.more} ${styles.long}`}>
      <summary>
        {summary}
        {hint !== undefined && <span className={styles.hint}> {hint}</span>}
      </summary>
      {children}
    </details>
  );
}
