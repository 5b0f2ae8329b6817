import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is being printed: what is drawn only near the screen is drawn whole then, before paper is laid out. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  // Printing is the browser's: listening to it is a subscription to an outside system.
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
  return isPrinting;
}
