/** The rows near the screen, and the keyboard's way through them. */
import { useNavigate } from "@tanstack/react-router";
import { type Range, useWindowVirtualizer } from "@tanstack/react-virtual";
import { Fragment, type RefObject, useEffect, useRef, useState } from "react";
import type { RunsParams } from "@/lib/address";
import styles from "@/subjects/runs/list/RunTable.module.css";
import { pageOf, type RowDrawing, RunTableRow } from "@/subjects/runs/list/RunTableRow";
import type { RunRow } from "@/subjects/runs/list/rows";
import { useShortcuts } from "@/ui/shortcuts";
import { usePrinting } from "@/ui/use-printing";

const ONE_LINE_PX = 36;
/** What sticks above the rows: the page's bar and the table's head. */
const STUCK_PX = 49 + 37;
/** Rows left below the screen when the next page is asked for. */
const AHEAD = 20;
/** Rows come and go this many at a time: frames between two blocks only move what is painted. */
const BLOCK = 4;
/** Rows beyond the screen at either end, at least: a browser may scroll further than its scripts have heard of. */
const BEYOND = 8;

/** As high as the line above the runs whose start is not stated. */
const DIVIDER_PX = 28;

interface RunWindowProps {
  body: RefObject<HTMLDivElement | null>;
  onScroll: () => void;
  /** The line above a row, and what it says. */
  divider: { row: string; words: string } | null;
  rows: readonly RunRow[];
  drawing: RowDrawing;
  params: RunsParams;
  /** Opened batches whose runs are not here yet. */
  waiting: readonly string[];
  onNearEnd: () => void;
  isStale: boolean;
}

export function RunWindow({
  body,
  onScroll,
  divider,
  rows,
  drawing,
  params,
  waiting,
  onNearEnd,
  isStale,
}: RunWindowProps) {
  const isPrinting = usePrinting();
  const above = (row: RunRow) => (row.id === divider?.row ? DIVIDER_PX : 0);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => {
      const row = rows[index];
      return row === undefined ? ONE_LINE_PX : drawing.measure(row).height + above(row);
    },
    getItemKey: (index) => rows[index]?.id ?? index,
    rangeExtractor: isPrinting ? all : inBlocks,
    scrollPaddingStart: STUCK_PX,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  const isNearEnd = rows.length > 0 && lastIndex >= rows.length - AHEAD;
  // Scrolling is an outside event: which rows are near the screen is known only after they were placed.
  useEffect(() => {
    if (isNearEnd && !isPrinting) onNearEnd();
  }, [isNearEnd, isPrinting, onNearEnd]);

  const [active, setActive] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const navigate = useNavigate();
  const step = (by: number) => {
    const next = Math.min(Math.max((active ?? -1) + by, 0), rows.length - 1);
    setActive(next);
    wanted.current = next;
    virtualizer.scrollToIndex(next, { align: "auto" });
  };
  // The row that a key went to takes the focus, so that it is read out; it may come a frame later, scrolled in.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = body.current?.querySelector<HTMLElement>(`[aria-rowindex="${wanted.current + 2}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });
  const activeRow = active === null ? undefined : rows[active];
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => activeRow !== undefined && drawing.onSelect(activeRow.id),
    o: () => activeRow !== undefined && void navigate({ to: pageOf(activeRow) }),
  });

  const openedOf = ({ fold }: RunRow) => {
    if (fold === null || !params.open.includes(fold.id)) return null;
    return waiting.includes(fold.id) ? "waiting" : "open";
  };
  return (
    <div
      ref={body}
      role="rowgroup"
      className={`${styles.body} ${isStale ? "stale" : ""}`}
      onScroll={onScroll}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {items.map(({ index, start }) => {
        const row = rows[index];
        if (row === undefined) return null;
        const top = start - virtualizer.options.scrollMargin;
        return (
          <Fragment key={row.id}>
            {row.id === divider?.row && (
              <div role="row" className={styles.divider} style={{ top, height: DIVIDER_PX }}>
                <span role="cell">{divider.words}</span>
              </div>
            )}
            <RunTableRow
              row={row}
              index={index}
              top={top + above(row)}
              isSelected={params.selected.includes(row.id)}
              opened={openedOf(row)}
              isActive={index === active}
              drawing={drawing}
            />
          </Fragment>
        );
      })}
    </div>
  );
}

/** The indexes of the rows on the screen and beyond, begun and ended at whole blocks. */
function inBlocks({ startIndex, endIndex, count }: Range): number[] {
  const from = Math.max(0, (Math.floor(startIndex / BLOCK) - BEYOND / BLOCK) * BLOCK);
  const to = Math.min(count, (Math.floor(endIndex / BLOCK) + 1 + BEYOND / BLOCK) * BLOCK);
  return Array.from({ length: to - from }, (_, i) => from + i);
}

/** Paper has no scrolling: every row that is here. */
function all({ count }: Range): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
