import { type ReactNode, useId } from "react";
import styles from "@/ui/Card.module.css";

interface CardProps {
  title?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** The content reaches the card's edge (tables). */
  isFlush?: boolean;
  children: ReactNode;
}

/** One subject on a panel. With a title it is a landmark of that name. */
export function Card({ title, subtitle, actions, isFlush = false, children }: CardProps) {
  const id = useId();
  const body = <div className={isFlush ? styles.flush : styles.body}>{children}</div>;
  if (title === undefined) return <div className={styles.card}>{children}</div>;
  return (
    <section className={styles.card} aria-labelledby={id}>
      <div className={styles.header}>
        <div>
          <h2 id={id}>{title}</h2>
          {subtitle !== undefined && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {actions !== undefined && <div className={styles.actions}>{actions}</div>}
      </div>
      {body}
    </section>
  );
}
