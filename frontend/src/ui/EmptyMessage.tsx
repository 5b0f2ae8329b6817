import type { ReactNode } from "react";
import styles from "@/ui/Message.module.css";

interface EmptyMessageProps {
  title: string;
  detail?: ReactNode;
  /** What to do next. */
  action?: ReactNode;
}

export function EmptyMessage({ title, detail, action }: EmptyMessageProps) {
  return (
    <div className={styles.message}>
      <p className={styles.title}>{title}</p>
      {detail !== undefined && <div className={styles.detail}>{detail}</div>}
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
