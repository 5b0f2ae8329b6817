import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type Header, useTable } from "@tanstack/react-table";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import type { RunItem } from "@/api/types";
import { useShortcuts } from "@/components/shortcuts";
import { paths } from "@/lib/paths";
import { type ChosenColumn, type ColumnMeta, features, runColumns } from "@/pages/runs/columns";
import type { RunsParams, Sort } from "@/pages/runs/params";
import { cellClass, RowCells } from "@/pages/runs/RowCells";
import styles from "@/pages/runs/RunTable.module.css";
import { type RunRow, useRows } from "@/pages/runs/rows";

const ONE_LINE_PX = 36;
const MORE_LINES_PX = 20;
/** Rows left below the screen when the next page is asked for. */
const AHEAD = 20;

interface RunTableProps {
  runs: readonly RunItem[];
  columns: readonly ChosenColumn[];
  params: RunsParams;
  onSort: (sort: Sort) => void;
  /** Ticks a run, or takes its tick away. */
  onSelect: (id: string) => void;
  /** Opens a batch in place, or closes it. */
  onOpen: (batchId: string) => void;
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
  onSort,
  onSelect,
  onOpen,
  total,
  onNearEnd,
  isStale,
}: RunTableProps) {
  const { sort, units, selected } = params;
  const columns = useMemo(() => runColumns(chosen, units, new Date()), [chosen, units]);
  const { rows: data, waiting } = useRows(runs, params);
  const table = useTable({
    features,
    columns,
    data,
    getRowId: (row: RunRow) => row.id,
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    state: { sorting: [{ id: sort.key, desc: sort.isDescending }] },
    onSortingChange: (updater) => {
      const before = [{ id: sort.key, desc: sort.isDescending }];
      const [after] = typeof updater === "function" ? updater(before) : updater;
      if (after !== undefined) onSort({ key: after.id, isDescending: after.desc });
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

  const [active, setActive] = useState<number | null>(null);
  const navigate = useNavigate();
  const step = (by: number) => {
    const next = Math.min(Math.max((active ?? -1) + by, 0), rows.length - 1);
    setActive(next);
    virtualizer.scrollToIndex(next, { align: "auto" });
  };
  const activeRow = active === null ? undefined : rows[active]?.original;
  // A row that stands for a batch is opened where a run's row is ticked.
  const act = ({ fold, run }: RunRow) => (fold === null ? onSelect(run.id) : onOpen(fold.id));
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    x: () => activeRow !== undefined && act(activeRow),
    o: () => activeRow !== undefined && void navigate({ to: pageOf(activeRow) }),
  });
  const open = (row: RunRow) => {
    // A drag over the text was a selection, not a click.
    if (globalThis.getSelection()?.isCollapsed !== false) void navigate({ to: pageOf(row) });
  };

  return (
    <div
      role="table"
      aria-label="Runs"
      aria-rowcount={total === null ? -1 : total + 1 + data.filter((row) => row.isStep).length}
      aria-busy={isStale}
      className={styles.table}
      style={columnStyle(columns.map((column) => column.meta))}
    >
      <HeadRow>
        <div role="columnheader" className={`${styles.cell} ${styles.tick}`}>
          <span className="visually-hidden">Ticked</span>
        </div>
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
          const { fold, run } = row.original;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the row's link does the same by keyboard
            <div
              key={row.id}
              role="row"
              tabIndex={-1}
              aria-rowindex={item.index + 2}
              aria-selected={fold === null && selected.includes(run.id)}
              className={rowClass(row.original, selected.includes(row.id), item.index === active)}
              style={{
                height: item.size,
                transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)`,
              }}
              onClick={() => open(row.original)}
            >
              {/* biome-ignore lint/a11y/useKeyWithClickEvents: the control inside is what the keyboard reaches */}
              <div
                role="cell"
                className={`${styles.cell} ${styles.tick}`}
                onClick={(event) => event.stopPropagation()}
              >
                {fold === null ? (
                  <input
                    type="checkbox"
                    aria-label={`Tick the run of ${run.host.name}, ${run.started_at ?? run.uploaded_at}`}
                    checked={selected.includes(run.id)}
                    onChange={() => onSelect(run.id)}
                  />
                ) : (
                  <OpenButton
                    name={fold.name}
                    isOpen={params.open.includes(fold.id)}
                    isBusy={waiting.includes(fold.id)}
                    onClick={() => onOpen(fold.id)}
                  />
                )}
              </div>
              <RowCells row={row} chosen={chosen} columns={columns} units={units} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface OpenButtonProps {
  name: string;
  isOpen: boolean;
  isBusy: boolean;
  onClick: () => void;
}

function OpenButton({ name, isOpen, isBusy, onClick }: OpenButtonProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <button
      type="button"
      className={styles.opener}
      aria-expanded={isOpen}
      aria-busy={isBusy}
      aria-label={`Runs of batch ${name}`}
      onClick={onClick}
    >
      <Chevron size={16} aria-hidden="true" />
    </button>
  );
}

/** Where a row leads. */
function pageOf({ fold, run }: RunRow): string {
  return fold === null ? paths.run(run.id) : paths.batch(fold.id);
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

function rowClass(row: RunRow, isSelected: boolean, isActive: boolean): string {
  return [
    styles.row,
    styles.item,
    isSelected ? styles.selected : "",
    isActive ? styles.active : "",
    row.isStep ? styles.within : "",
  ].join(" ");
}

/** Widths share what is left, but never push a figure off the screen. */
function columnStyle(metas: readonly (ColumnMeta | undefined)[]): CSSProperties {
  const known = metas.filter((meta) => meta !== undefined);
  const template = (widths: number[]) =>
    `36px ${widths.map((width) => `minmax(${width * 0.6}px, ${width}fr)`).join(" ")}`;
  // Custom properties are not in React's list of style names.
  return {
    "--columns": template(known.map((meta) => meta.width)),
    "--columns-narrow": template(known.flatMap((meta) => (meta.narrow === undefined ? [] : [meta.narrow]))),
  } as CSSProperties;
}

function rowHeight(row: RunRow | undefined): number {
  const lines = row !== undefined && row.fold !== null ? 2 : (row?.lines.length ?? 1);
  return ONE_LINE_PX + Math.max(0, lines - 1) * MORE_LINES_PX;
}
