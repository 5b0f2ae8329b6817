import { CommandLine } from "@/ui/CommandLine";
import styles from "@/ui/ShownOnce.module.css";

interface ShownOnceProps {
  /** What to do with it, now. */
  sentence: string;
  text: string;
  /** Of what is copied, for the button: `invitation link`. */
  name: string;
}

/** A secret that was just made and is never shown again. */
export function ShownOnce({ sentence, text, name }: ShownOnceProps) {
  return (
    <div className={styles.box} role="status">
      <p className="strong">{sentence}</p>
      <CommandLine text={text} name={name} />
    </div>
  );
}
