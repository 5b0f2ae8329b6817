import { t } from "@lingui/core/macro";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { COLUMN_PX } from "@/lib/address";
import type { RunColumn } from "@/subjects/runs/list/columns";
import styles from "@/subjects/runs/list/RunTable.module.css";

interface ColumnResizerProps {
  column: RunColumn;
  /** What somebody gave it; null: its share of what is left. */
  width: number | null;
  /** Shows a width without keeping it. */
  onDraw: (width: number) => void;
  onResize: (id: string, width: number | null) => void;
}

const [LEAST, MOST] = COLUMN_PX;
const STEP_PX = 8;
const FAST = 5;

/**
 * The right edge of a column's heading: dragged, moved by arrow keys (Shift: further), and with a double click or Enter as
 * wide as what is shown needs. Delete gives the column back its share.
 */
export function ColumnResizer({ column, width, onDraw, onResize }: ColumnResizerProps) {
  const drag = useRef<{ from: number; width: number; now: number } | null>(null);
  const edge = useRef<HTMLDivElement>(null);
  const present = () => edge.current?.parentElement?.getBoundingClientRect().width ?? LEAST;
  const widen = () => {
    const table = edge.current?.closest<HTMLElement>("[role=table]");
    if (table !== null && table !== undefined) onResize(column.id, bounded(fitting(table, column.id)));
  };
  const start = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    event.currentTarget.focus();
    const before = present();
    drag.current = { from: event.clientX, width: before, now: before };
  };
  const move = ({ clientX }: PointerEvent<HTMLDivElement>) => {
    if (drag.current === null) return;
    drag.current.now = bounded(drag.current.width + clientX - drag.current.from);
    onDraw(drag.current.now);
  };
  const end = () => {
    const dragged = drag.current;
    drag.current = null;
    if (dragged !== null && dragged.now !== dragged.width) onResize(column.id, Math.round(dragged.now));
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const by = STEP_PX * (event.shiftKey ? FAST : 1);
    const act = pressed(event.key);
    if (act === null) return;
    event.preventDefault();
    if (act === "fit") widen();
    else if (act === "reset") onResize(column.id, null);
    else onResize(column.id, bounded(present() + act * by));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between two columns that is moved, which no element is
    <div
      ref={edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t`${{ title: column.title }} column width`}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={width ?? column.widths.wide}
      aria-valuetext={width === null ? t`share of the remaining width` : t`${width} pixels`}
      title={t`Drag or use the arrow keys to resize; double-click to fit, Delete to reset`}
      className={styles.edge}
      onPointerDown={start}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={widen}
      onKeyDown={press}
    />
  );
}

/** What a key does to the edge: steps to the right, or a word. */
function pressed(key: string): number | "fit" | "reset" | null {
  if (key === "ArrowLeft") return -1;
  if (key === "ArrowRight") return 1;
  if (key === "Enter") return "fit";
  return key === "Delete" || key === "Backspace" ? "reset" : null;
}

function bounded(width: number): number {
  return Math.round(Math.min(MOST, Math.max(LEAST, width)));
}

/** As wide as the widest of what is drawn in the column needs, in pixels. */
function fitting(table: HTMLElement, id: string): number {
  const cells = [...table.querySelectorAll<HTMLElement>(`[data-column="${CSS.escape(id)}"]`)];
  const range = document.createRange();
  return Math.max(
    LEAST,
    ...cells.map((cell) => {
      const { paddingLeft, paddingRight } = getComputedStyle(cell);
      const [first] = cell.childNodes;
      if (first === undefined) return 0;
      range.selectNode(first);
      const words = range.getBoundingClientRect().width;
      // What an ellipsis hides is known to the element that was cut; what is read aloud only is a pixel wide.
      const hidden = [cell, ...cell.querySelectorAll<HTMLElement>("*")].map(({ scrollWidth, clientWidth }) =>
        clientWidth <= 1 ? 0 : scrollWidth - clientWidth,
      );
      const cut = Math.max(0, ...hidden);
      const needed = words + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      return Math.ceil(cut > 0 ? cell.getBoundingClientRect().width + cut : needed);
    }),
  );
}
