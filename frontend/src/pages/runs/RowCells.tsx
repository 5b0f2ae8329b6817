import type { Cell, Row } from "@tanstack/react-table";
import { memo, type ReactNode } from "react";
import type { BandwidthUnits } from "@/lib/units";
import type { ChosenColumn, ColumnMeta, features, runColumns } from "@/pages/runs/columns";
import { FoldCell } from "@/pages/runs/FoldCell";
import styles from "@/pages/runs/RunTable.module.css";
import type { RunRow } from "@/pages/runs/rows";

interface RowCellsProps {
  row: Row<typeof features, RunRow>;
  chosen: readonly ChosenColumn[];
  /** Definitions that the row's cells follow: the row itself stays the same object when they change. */
  columns: ReturnType<typeof runColumns>;
  units: BandwidthUnits;
}

/** The cells of a row behind its tick. Drawn once: while a reader scrolls, only rows that come in cost anything. */
export const RowCells = memo(function RowCells({ row, chosen, units }: RowCellsProps) {
  const { fold, run, isStep } = row.original;
  return row.getAllCells().map((cell, place) => (
    <div
      key={cell.id}
      role="cell"
      className={`${cellClass(cell.column.columnDef.meta, cell.column.id)} ${isStep && place === 0 ? styles.step : ""}`}
    >
      {fold === null ? (
        drawn(cell)
      ) : (
        <FoldCell
          fold={fold}
          run={run}
          column={chosen[place] ?? { id: cell.column.id, factor: null }}
          units={units}
        />
      )}
    </div>
  ));
});

/**
 * What stands in a cell. Called, not mounted as a component: column definitions are made anew when the factors' titles
 * arrive, and a link that the keyboard stands on must outlive that.
 */
function drawn(cell: Cell<typeof features, RunRow>): ReactNode {
  const draw = cell.column.columnDef.cell;
  return typeof draw === "function" ? draw(cell.getContext()) : draw;
}

export function cellClass(meta: ColumnMeta | undefined, id: string): string {
  return [
    styles.cell,
    meta?.isNumeric ? styles.numeric : "",
    meta?.narrow === undefined ? styles.wideOnly : "",
    id === "direction" ? styles.directionCell : "",
  ].join(" ");
}
