/** Keyboard shortcuts of one letter, or of `g` and another. Off while typing, with a modifier held, while a dialog is open,
 * and for who switched them off: a voice or a cat presses letters, too (WCAG 2.1.4). */
import { useEffect, useRef } from "react";
import { KEYS, type KeyName } from "@/ui/keys";

export type Shortcuts = Readonly<Partial<Record<KeyName, () => void>>>;

/** Kept per person, as the theme is. */
const SWITCH = "fioboard-letter-keys";
/** The first of two letters waits this long for the second. */
const SECOND_LETTER_MS = 1500;
const LEADER = "g";
let ledAt: number | null = null;

export function areLettersOn(): boolean {
  return localStorage.getItem(SWITCH) !== "off";
}

export function switchLetters(areOn: boolean) {
  localStorage.setItem(SWITCH, areOn ? "on" : "off");
}

/** Whether a key pressed there is text for a field rather than a command. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      ["TEXTAREA", "SELECT"].includes(target.tagName) ||
      (target instanceof HTMLInputElement && !["checkbox", "radio", "button"].includes(target.type)))
  );
}

/** Parts of the page that listen; one listener asks them all, so that `g c` is never `c` as well. */
const listening = new Set<{ current: Shortcuts }>();

/** Calls the function of a key (`KeyboardEvent.key`, or `g r`) as long as the component is there. */
export function useShortcuts(shortcuts: Shortcuts) {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  // The keyboard is the browser's: listening to it is a subscription to an outside system.
  useEffect(() => {
    if (listening.size === 0) document.addEventListener("keydown", onKey);
    listening.add(latest);
    return () => {
      listening.delete(latest);
      if (listening.size === 0) document.removeEventListener("keydown", onKey);
    };
  }, []);
}

function onKey(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(event.target) || document.querySelector("dialog[open]") !== null || !areLettersOn()) return;
  const isLed = ledAt !== null && event.timeStamp - ledAt < SECOND_LETTER_MS;
  ledAt = !isLed && event.key === LEADER ? event.timeStamp : null;
  const pressed = isLed ? `${LEADER} ${event.key}` : event.key;
  const name = KEYS.flatMap(({ names }): readonly KeyName[] => names).find((one) => one === pressed);
  if (name === undefined) return;
  const run = [...listening].map((one) => one.current[name]).find((action) => action !== undefined);
  if (run === undefined) return;
  event.preventDefault();
  run();
}
