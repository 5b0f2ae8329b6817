import { useState } from "react";
import type { MouseHandlerDataParam } from "recharts";

export interface DragRange {
  /** What is being dragged over, for the shaded area; null when nothing is. */
  selection: { from: number; to: number } | null;
  handlers: {
    onMouseDown: (state: MouseHandlerDataParam) => void;
    onMouseMove: (state: MouseHandlerDataParam) => void;
    onMouseUp: () => void;
    onMouseLeave: () => void;
  };
}

/** Dragging over a chart with a numeric x axis chooses a range; a click without a drag chooses nothing. */
export function useDragRange(leastLength: number, onChoose: (from: number, to: number) => void): DragRange {
  const [drag, setDrag] = useState<{ start: number; end: number } | null>(null);
  const finish = () => {
    setDrag(null);
    if (drag === null) return;
    const [from, to] = [Math.min(drag.start, drag.end), Math.max(drag.start, drag.end)];
    if (to - from >= leastLength) onChoose(from, to);
  };
  return {
    selection:
      drag === null ? null : { from: Math.min(drag.start, drag.end), to: Math.max(drag.start, drag.end) },
    handlers: {
      onMouseDown: (state) => {
        const at = Number(state.activeLabel ?? Number.NaN);
        if (Number.isFinite(at)) setDrag({ start: at, end: at });
      },
      onMouseMove: (state) => {
        const at = Number(state.activeLabel ?? Number.NaN);
        if (drag !== null && Number.isFinite(at)) setDrag({ ...drag, end: at });
      },
      onMouseUp: finish,
      // Dragging out of the plot means "to its edge".
      onMouseLeave: finish,
    },
  };
}
