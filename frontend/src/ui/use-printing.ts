import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { aroundPrinting } from "@/lib/printing";

/** Whether the page is being printed: what is drawn only near the screen is drawn whole then, before paper is laid out. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  // Printing is the browser's: listening to it is a subscription to an outside system.
  useEffect(
    () =>
      aroundPrinting(
        () => flushSync(() => setPrinting(true)),
        () => setPrinting(false),
      ),
    [],
  );
  return isPrinting;
}
