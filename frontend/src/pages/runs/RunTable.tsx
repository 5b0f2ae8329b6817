import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type Header, useTable } from "@tanstack/react-table";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from "react";
import type { RunSummary } from "@/api/types";
import { paths } from "@/lib/paths";
import { type ColumnMeta, features, type RunRow, runColumns, toRow } from "@/pages/runs/columns";
import { type RunsParams, SORT_KEYS, type Sort } from "@/pages/runs/params";
import styles from "@/pages/runs/RunTable.module.css";

const ONE_LINE_PX = 36;
const MORE_LINES_PX = 20;
/** Rows left below the screen when the next page is asked for. */
const AHEAD = 20;

interface RunTableProps {
  runs: readonly RunSummary[];
  params: RunsParams;
  onSort: (sort: Sort) => void;
  /** All runs that match, loaded or not; null while unknown. */
  total: number | null;
  /** Called when the reader comes near the end of what is loaded. */
  onNearEnd: () => void;
  isStale: boolean;
}

/** The run history as a virtual table: only the rows near the screen exist, the roles tell the whole of it. */
export function RunTable({ runs, params, onSort, total, onNearEnd, isStale }: RunTableProps) {
  const { sort, units } = params;
  const columns = useMemo(() => runColumns(units, new Date()), [units]);
  const data = useMemo(() => runs.map(toRow), [runs]);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row: RunRow) => row.run.id,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting: [{ id: sort.key, desc: sort.isDescending }] },
    onSortingChange: (updater) => {
      const before = [{ id: sort.key as string, desc: sort.isDescending }];
      const [after] = typeof updater === "function" ? updater(before) : updater;
      const key = SORT_KEYS.find((known) => known === after?.id);
      if (after !== undefined && key !== undefined) onSort({ key, isDescending: after.desc });
    },
  });
  const rows = table.getRowModel().rows;

  const body = useRef<HTMLDivElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (index) => rowHeight(rows[index]?.original),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const lastIndex = items.at(-1)?.index ?? 0;
  const isNearEnd = rows.length > 0 && lastIndex >= rows.length - AHEAD;
  // Scrolling is an outside event: which rows are near the screen is known only after they were placed.
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);

  const navigate = useNavigate();
  const open = (id: string) => {
    // A drag over the text was a selection, not a click.
    if (globalThis.getSelection()?.isCollapsed !== false) void navigate({ to: paths.run(id) });
  };

  return (
    <div
      role="table"
      aria-label="Runs"
      aria-rowcount={total === null ? -1 : total + 1}
      aria-busy={isStale}
      className={styles.table}
      style={columnStyle(columns.map((column) => column.meta))}
    >
      <HeadRow>
        {table.getHeaderGroups().flatMap((group) =>
          group.headers.map((header) => (
            <HeadCell key={header.id} header={header}>
              <table.FlexRender header={header} />
            </HeadCell>
          )),
        )}
      </HeadRow>
      <div
        ref={body}
        role="rowgroup"
        className={`${styles.body} ${isStale ? styles.stale : ""}`}
        style={{ height: virtualizer.getTotalSize() }}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (row === undefined) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the row's link does the same by keyboard
            <div
              key={row.id}
              role="row"
              tabIndex={-1}
              aria-rowindex={item.index + 2}
              className={`${styles.row} ${styles.item}`}
              style={{
                height: item.size,
                transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)`,
              }}
              onClick={() => open(row.id)}
            >
              {row.getAllCells().map((cell) => (
                <div
                  key={cell.id}
                  role="cell"
                  className={cellClass(cell.column.columnDef.meta, cell.column.id)}
                >
                  <table.FlexRender cell={cell} />
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** The head alone is also what loading and empty states keep in place. */
export function HeadRow({ children }: { children: ReactNode }) {
  return (
    <div role="rowgroup" className={styles.head}>
      <div role="row" aria-rowindex={1} className={styles.row} style={{ height: "100%" }}>
        {children}
      </div>
    </div>
  );
}

function HeadCell({ header, children }: { header: Header<typeof features, RunRow>; children: ReactNode }) {
  const { column } = header;
  const isSorted = column.getIsSorted();
  const Arrow = isSorted === "desc" ? IconArrowDown : IconArrowUp;
  const direction = isSorted === "desc" ? "descending" : "ascending";
  return (
    <div
      role="columnheader"
      className={`${cellClass(column.columnDef.meta, column.id)} ${column.id === "direction" ? styles.directionHead : ""}`}
      aria-sort={isSorted === false ? undefined : direction}
    >
      {column.getCanSort() ? (
        <button type="button" className={styles.sort} onClick={column.getToggleSortingHandler()}>
          {children}
          {isSorted !== false && <Arrow size={13} aria-hidden="true" />}
        </button>
      ) : (
        children
      )}
    </div>
  );
}

function cellClass(meta: ColumnMeta | undefined, id: string): string {
  return [
    styles.cell,
    meta?.isNumeric ? styles.numeric : "",
    meta?.narrow === undefined ? styles.wideOnly : "",
    id === "direction" ? styles.directionCell : "",
  ].join(" ");
}

/** Widths share what is left, but never push a figure off the screen. */
function columnStyle(metas: readonly (ColumnMeta | undefined)[]): CSSProperties {
  const known = metas.filter((meta) => meta !== undefined);
  const template = (widths: number[]) =>
    widths.map((width) => `minmax(${width * 0.6}px, ${width}fr)`).join(" ");
  // Custom properties are not in React's list of style names.
  return {
    "--columns": template(known.map((meta) => meta.width)),
    "--columns-narrow": template(known.flatMap((meta) => (meta.narrow === undefined ? [] : [meta.narrow]))),
  } as CSSProperties;
}

function rowHeight(row: RunRow | undefined): number {
  return ONE_LINE_PX + Math.max(0, (row?.lines.length ?? 1) - 1) * MORE_LINES_PX;
}
