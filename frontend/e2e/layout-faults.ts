/** Runs in the page: texts that lie over each other, are cut off, or make the page scroll sideways. */
export function findLayoutFaults(): string[] {
  const TOLERANCE = 2;
  const MIN_DRAWN = 8;
  const faults: string[] = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`${wide} px too wide`);

  interface Placed {
    text: string;
    element: Element;
    box: DOMRect;
  }
  const placed: Placed[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = (node.textContent ?? "").trim();
    const element = node.parentElement;
    if (
      text === "" ||
      element === null ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      continue;
    if (element.closest(".visually-hidden, noscript, script, style, [aria-hidden=true], option") !== null)
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      // What is scrolled away or clipped cannot lie over anything.
      const clipped = clip(box, element);
      if (clipped.width > TOLERANCE && clipped.height > TOLERANCE)
        placed.push({ text, element, box: clipped });
    }
    const cut = cutBy(element, text);
    if (cut > 1) faults.push(`"${text}" is cut by ${Math.round(cut)} px`);
  }
  placed.sort((a, b) => a.box.top - b.box.top);
  for (const [i, one] of placed.entries()) {
    for (const other of placed.slice(i + 1)) {
      if (other.box.top >= one.box.bottom - TOLERANCE) break;
      if (one.element === other.element || isFloating(one.element) !== isFloating(other.element)) continue;
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      // Lines of one paragraph are boxes that touch.
      if (across > TOLERANCE && down > Math.min(one.box.height, other.box.height) / 3)
        faults.push(`"${one.text}" lies over "${other.text}"`);
    }
  }
  return [...new Set(faults)];

  function clip(box: DOMRect, element: Element): DOMRect {
    let { left, top, right, bottom } = box;
    for (let up: Element | null = element; up !== null && up !== document.body; up = up.parentElement) {
      if (!/hidden|clip|auto|scroll/.test(getComputedStyle(up).overflow)) continue;
      const frame = up.getBoundingClientRect();
      [left, top] = [Math.max(left, frame.left), Math.max(top, frame.top)];
      [right, bottom] = [Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  }

  /** How much of an element's own text is cut off. What the service said may be long, where a title has all of it. */
  function cutBy(element: Element, text: string): number {
    const isPlain = /^[\x20-\x7E\u00a0]*$/.test(text);
    // Columns of the history are as wide as somebody made them.
    const isData = element.closest(isPlain ? "[title]" : "[role=row] [title]") !== null;
    // Of a button that is only its icon here, no word is drawn.
    const isDrawn = element.clientWidth > MIN_DRAWN;
    if (isData || !isDrawn || !/hidden|clip/.test(getComputedStyle(element).overflowX)) return 0;
    return element.scrollWidth - element.clientWidth;
  }

  /** Heads that stay while the page scrolls lie over it by design. */
  function isFloating(element: Element): boolean {
    for (let up: Element | null = element; up !== null; up = up.parentElement)
      if (/sticky|fixed/.test(getComputedStyle(up).position)) return true;
    return false;
  }
}
