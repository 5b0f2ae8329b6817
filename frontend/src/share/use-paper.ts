import { useEffect } from "react";
import { schemeOfSystem } from "@/share/scheme";

/** Paper is light and cannot be clicked: while it is printed everything folded is open. */
export function usePaper() {
  // Printing is the browser's: listening to it is a subscription to an outside system.
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const before = () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>("details:not([open])")];
      for (const details of opened) details.open = true;
      document.documentElement.setAttribute("data-mantine-color-scheme", "light");
    };
    const after = () => {
      for (const details of opened) details.open = false;
      document.documentElement.setAttribute("data-mantine-color-scheme", schemeOfSystem());
    };
    addEventListener("beforeprint", before);
    addEventListener("afterprint", after);
    return () => {
      removeEventListener("beforeprint", before);
      removeEventListener("afterprint", after);
    };
  }, []);
}
