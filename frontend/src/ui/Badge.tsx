import type { ReactNode } from "react";
import styles from "@/ui/Badge.module.css";

export type Tone = "plain" | "ok" | "warn" | "bad";

interface BadgeProps {
  tone?: Tone;
  title?: string;
  children: ReactNode;
}

/** A state in one or two words; the word carries the meaning, the colour only repeats it. */
export function Badge({ tone = "plain", title, children }: BadgeProps) {
  return (
    <span className={`${styles.badge} ${tone === "plain" ? "" : styles[tone]}`} title={title}>
      {children}
    </span>
  );
}
