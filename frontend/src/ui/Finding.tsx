import { t } from "@lingui/core/macro";
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "@/ui/Finding.module.css";

export type Severity = "bad" | "warn" | "info" | "ok";

const ICON = { bad: IconAlertTriangle, warn: IconAlertTriangle, info: IconInfoCircle, ok: IconCircleCheck };
const WORD = { bad: t`Problem`, warn: t`Warning`, info: t`Note`, ok: t`Good` };

interface FindingProps {
  severity: Severity;
  what: string;
  why?: ReactNode;
  /** The place of the evidence. */
  where?: string | undefined;
}

/** One sentence about the data: what (bold), why (grey), where it was seen. */
export function Finding({ severity, what, why, where }: FindingProps) {
  const Icon = ICON[severity];
  return (
    <li className={styles.finding}>
      <Icon size={17} className={`${styles.icon} ${styles[severity]}`} aria-hidden="true" />
      <div className={styles.text}>
        <span className="visually-hidden">{WORD[severity]}: </span>
        <span className={styles.what}>{what}</span>{" "}
        {why !== undefined && <span className={styles.why}>{why}</span>}
        {where !== undefined && <code className={styles.where}>{where}</code>}
      </div>
    </li>
  );
}

export function FindingList({ children }: { children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}
