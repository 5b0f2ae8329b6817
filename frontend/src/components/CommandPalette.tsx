import { lazy, Suspense, useEffect, useState } from "react";

const Palette = lazy(async () => ({ default: (await import("@/components/Palette")).Palette }));

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
  return isOpen ? (
    <Suspense fallback={null}>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}
