import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type CSSProperties, type RefObject, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { RunItem } from "@/api/types";
import { MAX_SELECTED, type RunsParams } from "@/lib/address";
import { mainMetric } from "@/lib/main-metric";
import type { Order } from "@/lib/parameter";
import { type ChosenColumn, type RunColumn, runColumns } from "@/pages/runs/columns";
import styles from "@/pages/runs/RunTable.module.css";
import { cellClass, pageOf, type RowDrawing } from "@/pages/runs/RunTableRow";
import { RunWindow } from "@/pages/runs/RunWindow";
import { measured } from "@/pages/runs/row-height";
import { type RunRow, useRows } from "@/pages/runs/rows";

/** What a reader does to the table. Each is the same function for as long as the page stands: rows are drawn once. */
export interface RunTableActions {
  onSort: (sort: Order) => void;
  /** Selects a row, or deselects it. */
  onSelect: (id: string) => void;
  /** Selects these rows and no others. */
  onSelectAll: (ids: string[]) => void;
  /** Opens a batch in place, or closes it. */
  onOpen: (batchId: string) => void;
}

interface RunTableProps {
  runs: readonly RunItem[];
  columns: readonly ChosenColumn[];
  params: RunsParams;
  actions: RunTableActions;
  /** All rows there are, loaded or not; null while unknown. */
  total: number | null;
  /** Called when the reader comes near the end of what is loaded. */
  onNearEnd: () => void;
  isStale: boolean;
}

/** The run history as a virtual table: only the rows near the screen exist, the roles tell the whole of it. */
export function RunTable({
  runs,
  columns: chosen,
  params,
  actions,
  total,
  onNearEnd,
  isStale,
}: RunTableProps) {
  const { sort, units } = params;
  const navigate = useNavigate();
  const head = useRef<HTMLDivElement>(null);
  const nameWidth = useNameWidth(head, chosen);
  // The usual columns are cards on a phone.
  const isNarrow = useMediaQuery("(max-width: 799px)", undefined, { getInitialValueInEffect: false });
  const isCards = isNarrow === true && params.columns === null;
  const measure = useMemo(() => measured(nameWidth, isCards), [nameWidth, isCards]);
  const drawing = useMemo<RowDrawing>(
    () => ({
      columns: runColumns(chosen, units),
      measure,
      onSelect: actions.onSelect,
      onOpen: actions.onOpen,
      onFollow: (row) => void navigate({ to: pageOf(row) }),
    }),
    [chosen, units, actions, navigate, measure],
  );
  const resultKey = commonMetric(runs);
  const { rows, waiting } = useRows(runs, params);
  return (
    <div
      role="table"
      aria-label="Runs"
      aria-rowcount={total === null ? -1 : total + 1 + rows.filter((row) => row.isStep).length}
      aria-busy={isStale}
      className={`${styles.table} ${isCards ? styles.cards : ""}`}
      style={columnStyle(drawing.columns)}
    >
      <div ref={head} role="rowgroup" className={styles.head}>
        <div role="row" aria-rowindex={1} className={styles.row} style={{ height: "100%" }}>
          <div role="columnheader" className={`${styles.cell} ${styles.select}`}>
            <SelectAll rows={rows} selected={params.selected} onSelectAll={actions.onSelectAll} />
          </div>
          {drawing.columns.map((column) => (
            <HeadCell
              key={column.id}
              column={column.id === "result" ? sortedBy(column, resultKey) : column}
              sort={sort}
              onSort={actions.onSort}
            />
          ))}
        </div>
      </div>
      <RunWindow
        rows={rows}
        drawing={drawing}
        params={params}
        waiting={waiting}
        onNearEnd={onNearEnd}
        isStale={isStale}
      />
    </div>
  );
}

interface SelectAllProps {
  rows: readonly RunRow[];
  selected: readonly string[];
  onSelectAll: (ids: string[]) => void;
}

/** All rows that are loaded, as far as so many can be selected; steps go with their batch. */
function SelectAll({ rows, selected, onSelectAll }: SelectAllProps) {
  const all = rows.filter(({ isStep }) => !isStep).map(({ id }) => id);
  const some = all.slice(0, MAX_SELECTED);
  const isAll = some.length > 0 && some.every((id) => selected.includes(id));
  const words = all.length > MAX_SELECTED ? `the first ${MAX_SELECTED} rows` : "all rows that are loaded";
  return (
    <input
      type="checkbox"
      aria-label={isAll ? "Select none" : `Select ${words}`}
      title={isAll ? "Select none" : `Select ${words}`}
      checked={isAll}
      disabled={some.length === 0}
      ref={(box) => {
        if (box !== null) box.indeterminate = !isAll && selected.length > 0;
      }}
      onChange={() => onSelectAll(isAll ? [] : some)}
    />
  );
}

interface HeadCellProps {
  column: RunColumn;
  sort: Order;
  onSort: (sort: Order) => void;
}

function HeadCell({ column, sort, onSort }: HeadCellProps) {
  const { id, title, isMark, firstOrder, sortKey, unsorted } = column;
  const key = sortKey ?? id;
  const isSorted = firstOrder !== null && sort.key === key;
  const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      data-column={id}
      className={`${cellClass(column)} ${id === "direction" ? styles.directionHead : ""}`}
      aria-sort={isSorted ? (sort.isDescending ? "descending" : "ascending") : undefined}
    >
      {firstOrder === null ? (
        <span className={isMark ? "visually-hidden" : ""} title={unsorted}>
          {title}
        </span>
      ) : (
        <button
          type="button"
          className={styles.sort}
          onClick={() =>
            onSort({ key, isDescending: isSorted ? !sort.isDescending : firstOrder === "descending" })
          }
        >
          {title}
          {isSorted && <Arrow size={13} aria-hidden="true" />}
        </button>
      )}
    </div>
  );
}

/** The unit that all rows have their result in; null: bytes and operations have no common order. */
function commonMetric(runs: readonly RunItem[]): string | null {
  const metrics = new Set(runs.flatMap((run) => run.results.map(mainMetric)));
  const [only] = metrics;
  return metrics.size === 1 && only !== undefined ? only : null;
}

function sortedBy(column: RunColumn, key: string | null): RunColumn {
  if (key !== null) return { ...column, sortKey: key };
  return {
    ...column,
    firstOrder: null,
    unsorted: "IOPS and bytes per second have no common order: filter by a block size to sort",
  };
}

/** How wide the column of names is, in pixels. */
function useNameWidth(head: RefObject<HTMLDivElement | null>, chosen: readonly ChosenColumn[]): number {
  const [width, setWidth] = useState(0);
  // Before the browser paints, so that no row is drawn with another height first.
  useLayoutEffect(() => {
    const place = chosen.findIndex(({ id }) => id === "run") + 1;
    const cell = head.current?.querySelectorAll<HTMLElement>("[role=columnheader]")[place];
    if (cell === undefined) return;
    const read = () => setWidth(Math.floor(cell.getBoundingClientRect().width));
    read();
    const observer = new ResizeObserver(read);
    observer.observe(cell);
    return () => observer.disconnect();
  }, [head, chosen]);
  return width;
}

/** Widths share what is left, but never push a figure off the screen. */
function columnStyle(columns: readonly RunColumn[]): CSSProperties {
  const template = (widths: number[]) =>
    `36px ${widths.map((width) => `minmax(${width * 0.6}px, ${width}fr)`).join(" ")}`;
  // Custom properties are not in React's list of style names.
  return {
    "--columns": template(columns.map(({ widths }) => widths.wide)),
    "--columns-medium": template(
      columns.flatMap(({ widths: { medium, wide } }) => (medium === null ? [] : [medium ?? wide])),
    ),
    "--columns-narrow": template(
      columns.flatMap(({ widths: { narrow } }) => (narrow === undefined ? [] : [narrow])),
    ),
  } as CSSProperties;
}
