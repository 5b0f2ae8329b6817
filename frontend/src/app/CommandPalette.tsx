import { Trans } from "@lingui/react/macro";
import { IconSearch } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState } from "react";
import styles from "@/app/CommandPalette.module.css";

const Palette = lazy(async () => ({ default: (await import("@/app/Palette")).Palette }));

/** Ctrl K: any page, host, saved view or chart by its name; anything else is searched for in the history. */
export function CommandPalette() {
  const [isOpen, setOpen] = useState(false);
  // The keyboard is the browser's: listening to it is a subscription to an outside system.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "k") {
        event.preventDefault();
        setOpen((was) => !was);
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button type="button" className={styles.field} onClick={() => setOpen(true)}>
        <IconSearch size={16} stroke={1.7} aria-hidden="true" />
        <span className={styles.words}>
          <Trans>Go to a page, host or view</Trans>
        </span>
        <kbd className={`${styles.key} only-wide`}>Ctrl K</kbd>
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
