import styles from "@/ui/CommandLine.module.css";
import { CopyButton } from "@/ui/CopyButton";

/** Text for a terminal (or a secret), selectable and with a copy button. */
export function CommandLine({ text, name = "command" }: { text: string; name?: string }) {
  return (
    <div className={styles.command}>
      <code className={styles.text}>{text}</code>
      <CopyButton text={text} name={name} />
    </div>
  );
}
