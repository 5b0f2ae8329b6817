import { useEffect } from "react";

const SCHEME = "data-mantine-color-scheme";

/** Paper is light, cannot be clicked, and each of its pages says what it belongs to: `title` stands at their foot. */
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
    let onScreen: string | null = null;
    const before = () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
      for (const details of opened) details.open = true;
      onScreen = document.documentElement.getAttribute(SCHEME);
      document.documentElement.setAttribute(SCHEME, "light");
    };
    const after = () => {
      for (const details of opened) details.open = false;
      if (onScreen !== null) document.documentElement.setAttribute(SCHEME, onScreen);
    };
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
}
