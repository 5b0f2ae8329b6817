/** The search box of a page, which `/` jumps to. The box comes in a chunk of its own, maybe after the key. */

const BOX = "[data-shortcut=search]";
/** The page whose box was wanted before it was there. */
let wantedOn: string | null = null;

/** Puts the focus into the box, at once or when it comes. */
export function focusSearchBox() {
  const box = document.querySelector<HTMLElement>(BOX);
  wantedOn = box === null ? location.pathname : null;
  box?.focus();
}

/** Called with the box when it came. */
export function searchBoxCame(box: HTMLElement | null) {
  if (box === null) return;
  if (wantedOn === location.pathname) box.focus();
  wantedOn = null;
}
