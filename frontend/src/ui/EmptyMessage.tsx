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
      {detail !== undefined && (
        <div className="muted anywhere" style={{ maxWidth: "62ch" }}>
          {detail}
        </div>
      )}
      {action !== undefined && <div className="flex gap-8 above-4">{action}</div>}
    </div>
  );
}
