import type { ReactNode } from "react";
import styles from "@/ui/PageSection.module.css";

interface PageSectionProps {
  /** The anchor in the page's address. */
  id: string;
  children: ReactNode;
}

/** A part of a long page, which a link can lead to. */
export function PageSection({ id, children }: PageSectionProps) {
  return (
    <div id={id} className={styles.section}>
      {children}
    </div>
  );
}
