import type { ReactNode } from "react";
import { Logo } from "@/ui/Logo";
import { PlainHttp } from "@/ui/PlainHttp";
import styles from "@/ui/SoloPage.module.css";

/** One column without navigation: for those who are not signed in, and for addresses that lead nowhere. */
export function SoloPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <title>{`${title} · fioboard`}</title>
      <div className={styles.brand}>
        <Logo size={26} /> fioboard
      </div>
      <PlainHttp />
      <div className={styles.panel}>
        <h1 tabIndex={-1}>{title}</h1>
        {children}
      </div>
    </main>
  );
}
