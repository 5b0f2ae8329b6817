import { type RefObject, useLayoutEffect, useState } from "react";

/** The element's width in pixels, known before the first paint; 0 where there is no layout (tests without a browser). */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    const measure = () => setWidth(Math.floor(current.clientWidth));
    // oxlint-disable-next-line react/set-state-in-effect -- the width exists only after layout
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
