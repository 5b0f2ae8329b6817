import styles from "@/ui/KeyHint.module.css";
import type { KeyName } from "@/ui/keys";
import { areLettersOn } from "@/ui/shortcuts";

/** The key that does the same as the button it stands in, where there is room; read aloud by `aria-keyshortcuts`. */
export function KeyHint({ name }: { name: KeyName }) {
  if (!areLettersOn()) return null;
  return (
    <span className={styles.hint} aria-hidden="true">
      {name}
    </span>
  );
}
