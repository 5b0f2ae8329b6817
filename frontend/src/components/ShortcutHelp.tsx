import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import styles from "@/components/ShortcutHelp.module.css";
import { focusSearchBox } from "@/components/search-box";
import { useShortcuts } from "@/components/shortcuts";
import { paths } from "@/lib/paths";
import { Dialog } from "@/ui/Dialog";

const SHORTCUTS = [
  [["/"], "Search runs"],
  [["Ctrl K"], "Go anywhere"],
  [["g", "t"], "Today"],
  [["g", "r"], "Run history"],
  [["g", "e"], "Explore"],
  [["g", "c"], "Compare"],
  [["g", "h"], "Hosts"],
  [["g", "d"], "Drive models"],
  [["j", "k"], "Next and previous row of the history, or of a comparison"],
  [["o"], "Open the row"],
  [["x"], "Select the row"],
  [["c"], "Compare the selected runs, the first is the base"],
  [["1", "9"], "Section of a long page, by its number"],
  [["?"], "This list"],
] as const;

/** `?` lists the keys, `/` jumps to the search box of the page, `g` and a letter go to a page. */
export function ShortcutHelp() {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  useShortcuts({
    "g t": () => void navigate({ to: paths.today() }),
    "g r": () => void navigate({ to: paths.runs() }),
    "g e": () => void navigate({ to: paths.explore() }),
    "g c": () => void navigate({ to: paths.compare() }),
    "g h": () => void navigate({ to: paths.hosts() }),
    "g d": () => void navigate({ to: paths.models() }),
    "?": () => setOpen(true),
    "/": focusSearchBox,
  });
  if (!isOpen) return null;
  return (
    <Dialog title="Keyboard" onClose={() => setOpen(false)}>
      <dl className={styles.keys}>
        {SHORTCUTS.map(([keys, words]) => (
          <div key={words}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.off}>Settings, Account switches the keys of one letter off.</p>
    </Dialog>
  );
}
