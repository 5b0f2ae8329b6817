import { useIsFetching } from "@tanstack/react-query";
import { startTransition, useEffect, useState } from "react";
import { usePrinting } from "@/ui/use-printing";

/**
 * Whether the first screen of a long page is there: what stands further down is asked for and drawn after it, in steps
 * that nobody who types or scrolls has to wait for. An address that leads further down, and paper, have all at once.
 */
export function useFirstScreen(): boolean {
  const isPrinting = usePrinting();
  const isFetching = useIsFetching() > 0;
  const [isThere, setThere] = useState(() => window.location.hash !== "");

  useEffect(() => {
    if (isThere || isFetching) return;
    return whenIdle(() => startTransition(() => setThere(true)));
  }, [isThere, isFetching]);

  return isThere || isPrinting;
}

/** Safari has no idle callbacks: there the next task has to do. */
function whenIdle(work: () => void): () => void {
  if (typeof window.requestIdleCallback !== "function") {
    const task = window.setTimeout(work, 0);
    return () => window.clearTimeout(task);
  }
  const idle = window.requestIdleCallback(work);
  return () => window.cancelIdleCallback(idle);
}
