import type { ReactNode } from "react";
import styles from "@/ui/FoldedRows.module.css";

interface FoldedRowsProps {
  count: number;
  /** More rows than this wait until they are asked for; paper opens them. */
  most: number;
  /** What is folded, counted. */
  summary: string;
  children: ReactNode;
}

/** Rows that explain an answer: a few stand open, many would be a page of their own. */
export function FoldedRows({ count, most, summary, children }: FoldedRowsProps) {
  if (count <= most) return children;
  return (
    <details className={styles.folded}>
      <summary className="accent pad-8-16">{summary}</summary>
      {children}
    </details>
  );
}
