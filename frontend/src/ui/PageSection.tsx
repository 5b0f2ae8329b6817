import type { ReactNode } from "react";
import styles from "@/ui/PageSection.module.css";

interface PageSectionProps {
  /** The anchor in the page's address. */
  id: string;
  /** Shown above what it holds; null where the first card says it. */
  title: string | null;
  hint?: string;
  /** What it holds is drawn when there is time for it; links to the section lead to its place all the same. */
  isThere?: boolean;
  children: ReactNode;
}

/** A named part of a long page, which a link can lead to. */
export function PageSection({ id, title, hint, isThere = true, children }: PageSectionProps) {
  return (
    <div id={id} className={styles.section}>
      {title !== null && (
        <h2 className={styles.title}>
          {title}
          {hint !== undefined && <span className={styles.hint}> {hint}</span>}
        </h2>
      )}
      {isThere && children}
    </div>
  );
}
