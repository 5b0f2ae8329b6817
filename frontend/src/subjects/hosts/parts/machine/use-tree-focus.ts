import { type KeyboardEvent, useRef, useState } from "react";
import type { PlacedBox } from "@/subjects/hosts/parts/machine/layout";

interface TreeFocus {
  /** The one box that Tab reaches. */
  currentId: string | null;
  tabIndex: (id: string) => 0 | -1;
  register: (id: string) => (element: SVGGElement | null) => void;
  onFocus: (id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * The keys of a tree: up and down walk the boxes, left goes to the parent, right to the first child, Home and End to
 * the ends. Enter and Space are the box's own.
 */
export function useTreeFocus(boxes: readonly PlacedBox[], onActivate: (id: string) => void): TreeFocus {
  const [focusedId, setFocusedId] = useState<string | null>(null);
  const elements = useRef(new Map<string, SVGGElement>());
  const index = boxes.findIndex(({ box }) => box.id === focusedId);
  const first = boxes[0]?.box.id ?? null;
  const entry = index < 0 ? first : focusedId;

  const onKeyDown = (event: KeyboardEvent) => {
    const at = Math.max(0, index);
    const here = boxes[at];
    if (here === undefined) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      onActivate(here.box.id);
      return;
    }
    const target: Record<string, string | undefined> = {
      ArrowDown: boxes[at + 1]?.box.id,
      ArrowUp: boxes[at - 1]?.box.id,
      ArrowLeft: here.parent?.id,
      ArrowRight: here.box.children[0]?.id,
      Home: boxes[0]?.box.id,
      End: boxes.at(-1)?.box.id,
    };
    if (!Object.hasOwn(target, event.key)) return;
    // Also where there is nowhere to go: the page must not scroll away under the reader.
    event.preventDefault();
    const id = target[event.key];
    if (id !== undefined) elements.current.get(id)?.focus();
  };

  return {
    currentId: index < 0 ? null : focusedId,
    tabIndex: (id) => (id === entry ? 0 : -1),
    register: (id) => (element) => {
      if (element === null) elements.current.delete(id);
      else elements.current.set(id, element);
    },
    onFocus: setFocusedId,
    onKeyDown,
  };
}
