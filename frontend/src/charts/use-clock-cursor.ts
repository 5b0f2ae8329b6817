import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { nearestMoment, type Span } from "@/charts/clock-model";

interface ClockCursorOptions {
  /** Where the cursor can stand, ms, in order. */
  moments: readonly number[];
  /** Pixels from the left to a moment. */
  at: (x: number) => number;
  /** A shorter drag is a click. */
  minLength: number;
  hasWindow: boolean;
  onWindow: ((window: Span | null) => void) | undefined;
}

/** One cursor, and a window that is chosen by dragging, or with Enter at its begin and its end. */
export function useClockCursor({ moments, at, minLength, hasWindow, onWindow }: ClockCursorOptions) {
  const [place, setPlace] = useState<number | null>(null);
  /** Where the window begins that is being chosen. */
  const [begin, setBegin] = useState<{ ms: number; isDrag: boolean } | null>(null);
  const [end, setEnd] = useState<number | null>(null);
  const cursor = place === null ? null : (moments[place] ?? null);
  const other = begin === null ? null : begin.isDrag ? end : cursor;
  const selection = begin === null || other === null ? null : ordered(begin.ms, other);

  const choose = (span: Span | null) => {
    setBegin(null);
    setEnd(null);
    if (span !== null && span.to_ms - span.from_ms >= minLength) onWindow?.(span);
  };
  const moment = (event: PointerEvent<HTMLElement>) =>
    at(event.clientX - event.currentTarget.getBoundingClientRect().left);
  const walk = (step: number) => {
    const last = moments.length - 1;
    setPlace(place === null ? (step > 0 ? 0 : last) : Math.min(last, Math.max(0, place + step)));
  };
  const mark = () => {
    if (cursor === null || onWindow === undefined) return;
    if (begin === null) setBegin({ ms: cursor, isDrag: false });
    else choose(selection);
  };
  const leave = () => {
    if (begin !== null) choose(null);
    else if (hasWindow) onWindow?.(null);
    else setPlace(null);
  };
  const press = (key: string, isFar: boolean): boolean => {
    switch (key) {
      case "ArrowLeft":
        walk(isFar ? -10 : -1);
        return true;
      case "ArrowRight":
        walk(isFar ? 10 : 1);
        return true;
      case "Home":
        setPlace(0);
        return true;
      case "End":
        setPlace(moments.length - 1);
        return true;
      case "Enter":
        mark();
        return true;
      case "Escape":
        leave();
        return true;
      default:
        return false;
    }
  };

  return {
    at: cursor,
    selection,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || onWindow === undefined) return;
        const ms = moment(event);
        setBegin({ ms, isDrag: true });
        setEnd(ms);
        // Dragging out of the plot means "to its edge".
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const ms = moment(event);
        setPlace(moments.length === 0 ? null : nearestMoment(moments, ms));
        if (begin?.isDrag === true) setEnd(ms);
      },
      onPointerUp: () => {
        if (begin?.isDrag === true) choose(selection);
      },
      onPointerCancel: () => choose(null),
      onPointerLeave: () => {
        if (begin === null) setPlace(null);
      },
      onBlur: () => {
        setPlace(null);
        choose(null);
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (moments.length > 0 && press(event.key, event.shiftKey)) event.preventDefault();
      },
    },
  };
}

function ordered(one: number, other: number): Span {
  return { from_ms: Math.round(Math.min(one, other)), to_ms: Math.round(Math.max(one, other)) };
}
