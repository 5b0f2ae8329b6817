import { type ReactNode, useState } from "react";
import styles from "@/share/Report.module.css";

interface FoldedOnPhoneProps {
  summary: string;
  /** Whether it waits until it is asked for on a wide screen, too. */
  isFolded?: boolean;
  children: ReactNode;
}

/** What is a page of its own on a phone waits there until it is asked for; paper opens it. */
export function FoldedOnPhone({ summary, isFolded = false, children }: FoldedOnPhoneProps) {
  // As the page was opened: what a reader unfolded is not folded again by turning the phone.
  const [isOpen] = useState(() => !isFolded && globalThis.matchMedia("(min-width: 800px)").matches);
  if (isOpen) return children;
  return (
    <details className={styles.more}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
