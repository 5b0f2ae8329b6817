/** Keyboard shortcuts of one letter. Off while typing, with a modifier held, or while a dialog is open. */
import { useEffect, useRef } from "react";

export type Shortcuts = Readonly<Record<string, () => void>>;

/** Whether a key pressed there is text for a field rather than a command. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      ["TEXTAREA", "SELECT"].includes(target.tagName) ||
      (target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type)))
  );
}

/** Calls the function of a key (`KeyboardEvent.key`) as long as the component is there. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  // The keyboard is the browser's: listening to it is a subscription to an outside system.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
      const run = latest.current[event.key];
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
