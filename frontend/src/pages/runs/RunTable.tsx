import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type CSSProperties, useMemo } from "react";
import type { RunItem } from "@/api/types";
import type { RunsParams } from "@/lib/address";
import type { Order } from "@/lib/parameter";
import { type ChosenColumn, type RunColumn, runColumns } from "@/pages/runs/columns";
import styles from "@/pages/runs/RunTable.module.css";
import { cellClass, pageOf, type RowDrawing } from "@/pages/runs/RunTableRow";
import { RunWindow } from "@/pages/runs/RunWindow";
import { useRows } from "@/pages/runs/rows";

/** What a reader does to the table. Each is the same function for as long as the page stands: rows are drawn once. */
export interface RunTableActions {
  onSort: (sort: Order) => void;
  /** Selects a run, or deselects it. */
  onSelect: (id: string) => void;
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
  const drawing = useMemo<RowDrawing>(
    () => ({
      columns: runColumns(chosen, units),
      onSelect: actions.onSelect,
      onOpen: actions.onOpen,
      onFollow: (row) => void navigate({ to: pageOf(row) }),
    }),
    [chosen, units, actions, navigate],
  );
  const { rows, waiting } = useRows(runs, params);
  return (
    <div
      role="table"
      aria-label="Runs"
      aria-rowcount={total === null ? -1 : total + 1 + rows.filter((row) => row.isStep).length}
      aria-busy={isStale}
      className={styles.table}
      style={columnStyle(drawing.columns)}
    >
      <div role="rowgroup" className={styles.head}>
        <div role="row" aria-rowindex={1} className={styles.row} style={{ height: "100%" }}>
          <div role="columnheader" className={`${styles.cell} ${styles.select}`}>
            <span className="visually-hidden">Selected</span>
          </div>
          {drawing.columns.map((column) => (
            <HeadCell key={column.id} column={column} sort={sort} onSort={actions.onSort} />
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

interface HeadCellProps {
  column: RunColumn;
  sort: Order;
  onSort: (sort: Order) => void;
}

function HeadCell({ column, sort, onSort }: HeadCellProps) {
  const { id, title, firstOrder } = column;
  const isSorted = firstOrder !== null && sort.key === id;
  const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      className={`${cellClass(column)} ${id === "direction" ? styles.directionHead : ""}`}
      aria-sort={isSorted ? (sort.isDescending ? "descending" : "ascending") : undefined}
    >
      {firstOrder === null ? (
        title
      ) : (
        <button
          type="button"
          className={styles.sort}
          onClick={() =>
            onSort({ key: id, isDescending: isSorted ? !sort.isDescending : firstOrder === "descending" })
          }
        >
          {title}
          {isSorted && <Arrow size={13} aria-hidden="true" />}
        </button>
      )}
    </div>
  );
}

/** Widths share what is left, but never push a figure off the screen. */
function columnStyle(columns: readonly RunColumn[]): CSSProperties {
  const template = (widths: number[]) =>
    `36px ${widths.map((width) => `minmax(${width * 0.6}px, ${width}fr)`).join(" ")}`;
  // Custom properties are not in React's list of style names.
  return {
    "--columns": template(columns.map(({ widths }) => widths.wide)),
    "--columns-medium": template(columns.map(({ widths }) => widths.medium ?? widths.wide)),
    "--columns-narrow": template(
      columns.flatMap(({ widths: { narrow } }) => (narrow === undefined ? [] : [narrow])),
    ),
  } as CSSProperties;
}
