/** One row of the run history: a run, or a batch that stands for its runs. */
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import { paths } from "@/lib/paths";
import type { RunColumn } from "@/pages/runs/columns";
import styles from "@/pages/runs/RunTable.module.css";
import { type RunRow, titleOf } from "@/pages/runs/rows";

/** What all rows have in common; the same object until one of it changes. */
export interface RowDrawing {
  columns: readonly RunColumn[];
  onSelect: (id: string) => void;
  onOpen: (batchId: string) => void;
  /** Goes where the row leads. */
  onFollow: (row: RunRow) => void;
}

interface RunTableRowProps {
  row: RunRow;
  /** Place in the whole table, from 0. */
  index: number;
  /** Pixels. */
  top: number;
  height: number;
  state: "selected" | "open" | "waiting" | null;
  isActive: boolean;
  drawing: RowDrawing;
}

/** Drawn once: while a reader scrolls, only rows that come in cost anything. */
export const RunTableRow = memo(function RunTableRow({
  row,
  index,
  top,
  height,
  state,
  isActive,
  drawing,
}: RunTableRowProps) {
  const { fold, run, isStep } = row;
  const { columns, onSelect, onOpen, onFollow } = drawing;
  const follow = () => {
    // A drag over the text was a selection, not a click.
    if (globalThis.getSelection()?.isCollapsed !== false) onFollow(row);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's link does the same by keyboard
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={state === "selected"}
      className={`${rowClass(isStep, state === "selected", isActive)} ${titleOf(row) === null ? "" : styles.titled}`}
      style={{ top, height }}
      onClick={follow}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the control inside is what the keyboard reaches */}
      <div
        role="cell"
        className={`${styles.cell} ${styles.select}`}
        onClick={(event) => event.stopPropagation()}
      >
        {fold === null ? (
          <input
            type="checkbox"
            aria-label={`Select the run of ${run.host.name}, ${run.started_at ?? run.uploaded_at}`}
            checked={state === "selected"}
            onChange={() => onSelect(run.id)}
          />
        ) : (
          <OpenButton
            name={fold.name}
            isOpen={state !== null}
            isBusy={state === "waiting"}
            onClick={() => onOpen(fold.id)}
          />
        )}
      </div>
      {columns.map((column, place) => (
        <div
          key={column.id}
          role="cell"
          className={`${cellClass(column)} ${isStep && place === 0 ? styles.step : ""}`}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
});

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
export function pageOf({ fold, run }: RunRow): string {
  return fold === null ? paths.run(run.id) : paths.batch(fold.id);
}

function rowClass(isStep: boolean, isSelected: boolean, isActive: boolean): string {
  return [
    styles.row,
    styles.item,
    isSelected ? styles.selected : "",
    isActive ? styles.active : "",
    isStep ? styles.within : "",
  ].join(" ");
}

export function cellClass({ id, isNumeric, widths }: RunColumn): string {
  return [
    styles.cell,
    isNumeric ? styles.numeric : "",
    widths.narrow === undefined ? styles.wideOnly : "",
    id === "direction" ? styles.directionCell : "",
  ].join(" ");
}
