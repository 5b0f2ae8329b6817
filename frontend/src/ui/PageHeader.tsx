import type { ReactNode } from "react";
import styles from "@/ui/PageHeader.module.css";

interface PageHeaderProps {
  title: string;
  /** Above the title: where this page is. */
  trail?: ReactNode;
  subtitle?: ReactNode;
  actions?: ReactNode;
}

/** The one h1 of a page; it names the document too. A route change moves the focus here (app.ts). */
export function PageHeader({ title, trail, subtitle, actions }: PageHeaderProps) {
  return (
    <header className={styles.header}>
      <title>{`${title} · fioboard`}</title>
      {trail !== undefined && <div className={styles.trail}>{trail}</div>}
      <div className={styles.words}>
        <h1 tabIndex={-1} className="anywhere">
          {title}
        </h1>
        {subtitle !== undefined && <div className={styles.subtitle}>{subtitle}</div>}
      </div>
      {actions !== undefined && <div className={`${styles.actions} no-print`}>{actions}</div>}
    </header>
  );
}
