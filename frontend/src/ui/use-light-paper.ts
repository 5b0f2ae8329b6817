import { useEffect } from "react";
import { aroundPrinting } from "@/lib/printing";

const SCHEME = "data-mantine-color-scheme";

/** Paper is white: what the screen shows in dark colours is printed in light ones. */
export function useLightPaper() {
  // Printing is the browser's: listening to it is a subscription to an outside system.
  useEffect(() => {
    const root = document.documentElement;
    let shown: string | null = null;
    const before = () => {
      shown = root.getAttribute(SCHEME);
      root.setAttribute(SCHEME, "light");
    };
    const after = () => {
      if (shown !== null) root.setAttribute(SCHEME, shown);
    };
    return aroundPrinting(before, after);
  }, []);
}
