import { useEffect } from "react";
import { aroundPrinting } from "@/lib/printing";

/** Paper cannot be clicked, and each of its pages says what it belongs to: `title` stands at their foot. */
export function usePaper(title: string | null) {
  useEffect(() => {
    if (title === null) return;
    // As a string of CSS: JSON's escapes of quotes and backslashes are CSS's, too, and a title has no line break.
    document.documentElement.style.setProperty("--paper-title", JSON.stringify(title));
    return () => {
      document.documentElement.style.removeProperty("--paper-title");
    };
  }, [title]);
  // Printing is the browser's: listening to it is a subscription to an outside system.
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const before = () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
      for (const details of opened) details.open = true;
    };
    const after = () => {
      for (const details of opened) details.open = false;
    };
    return aroundPrinting(before, after);
  }, []);
}
