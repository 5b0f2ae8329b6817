import type { ReactNode } from "react";
import styles from "@/subjects/runs/parts/FigureStrip.module.css";

interface FigureStripProps {
  /** Its name as a landmark. */
  name: string;
  /** Above the figures, where they need more than the name; null draws none. */
  head: ReactNode;
  isBusy?: boolean;
  testId?: string;
  children: ReactNode;
}

/** A card of a few large figures under one head. */
export function FigureStrip({ name, head, isBusy, testId, children }: FigureStripProps) {
  return (
    <section className={styles.strip} aria-label={name} aria-busy={isBusy} data-testid={testId}>
      {head !== null && <div className={styles.head}>{head}</div>}
      {children}
    </section>
  );
}

/** Strips as rows of one card, the names of their figures the same in each. */
export function FigureStrips({ children }: { children: ReactNode }) {
  return <div className={styles.strips}>{children}</div>;
}

/** A row of figures: as many columns, fewer where there is no room. */
export function FigureRow({ columns, children }: { columns: "six" | "seven"; children: ReactNode }) {
  return <dl className={`${styles.cells} ${styles[columns]}`}>{children}</dl>;
}

interface FigureCellProps {
  name: ReactNode;
  /** What it rests on, in small. */
  more: ReactNode;
  title?: string | undefined;
  /** What a test calls it. */
  figure?: string;
  /** It stands for three columns. */
  isThree?: boolean;
  children: ReactNode;
}

export function FigureCell({ name, more, title, figure, isThree = false, children }: FigureCellProps) {
  return (
    <div
      className={isThree ? `${styles.cell} ${styles.three}` : styles.cell}
      data-figure={figure}
      title={title}
    >
      <dt className={styles.name}>{name}</dt>
      <dd className={styles.value}>{children}</dd>
      <dd className={styles.more}>{more}</dd>
    </div>
  );
}
