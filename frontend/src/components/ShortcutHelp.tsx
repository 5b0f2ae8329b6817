import { useState } from "react";
import styles from "@/components/ShortcutHelp.module.css";
import { focusSearchBox } from "@/components/search-box";
import { useShortcuts } from "@/components/shortcuts";
import { Dialog } from "@/ui/Dialog";

const SHORTCUTS = [
  ["/", "Search runs"],
  ["Ctrl K", "Go anywhere"],
  ["j  k", "Next and previous row of the history"],
  ["o", "Open the row"],
  ["x", "Tick the row"],
  ["c", "Compare the ticked runs, the first is the base"],
  ["?", "This list"],
] as const;

/** `?` lists the keys, `/` jumps to the search box of the page. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({
    "?": () => setOpen(true),
    "/": focusSearchBox,
  });
  if (!isOpen) return null;
  return (
    <Dialog title="Keyboard" onClose={() => setOpen(false)}>
      <dl className={styles.keys}>
        {SHORTCUTS.map(([keys, words]) => (
          <div key={keys}>
            <dt>
              {keys.split("  ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
