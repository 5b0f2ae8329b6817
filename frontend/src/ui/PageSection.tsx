import type { ReactNode } from "react";
import styles from "@/ui/PageSection.module.css";

interface PageSectionProps {
  /** The anchor in the page's address. */
  id: string;
  /** Shown above what it holds; null where the first card says it. */
  title: string | null;
  hint?: string;
  children: ReactNode;
}

/** A named part of a long page, which a link can lead to. */
export function PageSection({ id, title, hint, children }: PageSectionProps) {
  return (
    <div id={id} className={styles.section}>
      {title !== null && (
        <h2 className={styles.title}>
          {title}
          {hint !== undefined && <span className={styles.hint}> {hint}</span>}
        </h2>
      )}
      {children}
    </div>
  );
}
