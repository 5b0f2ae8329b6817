import { useHostCommand } from "@/ui/AgentProgram";
import styles from "@/ui/CommandLine.module.css";
import { CopyButton } from "@/ui/CopyButton";
import { Unbroken } from "@/ui/Sentence";

/** An option: no line ends after one of its dashes. */
const FLAG = /(?<= )(--[a-z][a-z-]*)/;

interface CommandLineProps {
  text: string;
  name?: string;
  /** One line of it, whole on hovering and when it is copied. */
  isShort?: boolean;
  onCopied?: () => void;
}

/** Text for a terminal (or a secret), selectable and with a copy button. */
export function CommandLine({ text: given, name = "command", isShort = false, onCopied }: CommandLineProps) {
  const text = useHostCommand(given);
  return (
    <div className={styles.command}>
      <code className={`${styles.text} ${isShort ? styles.short : ""}`} {...(isShort ? { title: text } : {})}>
        <Unbroken pieces={text.split(FLAG)} />
      </code>
      <CopyButton text={text} name={name} onCopied={onCopied} />
    </div>
  );
}
