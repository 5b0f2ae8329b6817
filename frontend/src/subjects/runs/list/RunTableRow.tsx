/** One row of the run history: a run, or a batch that stands for its runs. */
import { t } from "@lingui/core/macro";
import { type CSSProperties, memo } from "react";
import { paths } from "@/lib/paths";
import { formatUtc } from "@/lib/time";
import type { RunColumn } from "@/subjects/runs/list/columns";
import styles from "@/subjects/runs/list/RunTable.module.css";
import type { RunRow } from "@/subjects/runs/list/rows";
import { type Chip, nameOf, wholeNameOf } from "@/subjects/runs/list/run-name";

/** What all rows have in common; the same object until one of it changes. */
export interface RowDrawing {
  columns: readonly RunColumn[];
  /** Chips beside a row's name, and how high the row is in pixels. */
  measure: (row: RunRow) => {
    chips: readonly Chip[];
    lines: number;
    height: number;
    letters: number | undefined;
  };
  /** Takes the row's id. */
  onSelect: (id: string) => void;
  onOpen: (batchId: string) => void;
  /** Goes where the row leads. */
  onFollow: (row: RunRow) => void;
  /** The list's query string. */
  list: string;
}

interface RunTableRowProps {
  row: RunRow;
  /** Place in the whole table, from 0. */
  index: number;
  /** Pixels. */
  top: number;
  isSelected: boolean;
  /** Of a batch, whether its runs stand below it; `waiting`: they will. */
  opened: "open" | "waiting" | null;
  isActive: boolean;
  drawing: RowDrawing;
}

/** Drawn once: while a reader scrolls, only rows that come in cost anything. */
export const RunTableRow = memo(function RunTableRow({
  row,
  index,
  top,
  isSelected,
  opened,
  isActive,
  drawing,
}: RunTableRowProps) {
  const { fold, run, isStep } = row;
  const { columns, measure, onSelect, onOpen, onFollow, list } = drawing;
  const { height, ...naming } = measure(row);
  const opener =
    fold === null
      ? null
      : { isOpen: opened !== null, isBusy: opened === "waiting", onClick: () => onOpen(fold.id) };
  const follow = () => {
    // A drag over the text was a selection, not a click.
    if (globalThis.getSelection()?.isCollapsed !== false) onFollow(row);
  };
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      className={rowClass(isStep, isSelected, isActive)}
      style={{ top, height }}
      title={whenInWords(row)}
      onClick={follow}
      onKeyDown={({ key, target, currentTarget }) => {
        if (key === "Enter" && target === currentTarget) onFollow(row);
      }}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the control inside is what the keyboard reaches */}
      <div
        role="cell"
        className={`${styles.cell} ${styles.select}`}
        onClick={(event) => event.stopPropagation()}
      >
        <input
          type="checkbox"
          aria-label={
            fold === null
              ? t`Select ${{ row: nameOf(row) }} of ${{ name: run.host.name }}, ${{ started_at: formatUtc(run.started_at ?? run.uploaded_at) }}`
              : t`Select the batch ${{ name: wholeNameOf(row) }}`
          }
          checked={isSelected}
          onChange={() => onSelect(row.id)}
        />
      </div>
      {columns.map((column) => (
        <div
          key={column.id}
          role="cell"
          data-column={column.id}
          className={`${cellClass(column)} ${isStep && column.id === "run" ? styles.step : ""}`}
          style={placeOf(column)}
        >
          {column.cell(row, { ...naming, list, opener })}
        </div>
      ))}
    </div>
  );
});

/** Said on hover, too: small screens have no column for it. */
function whenInWords({ run }: RunRow): string {
  return run.started_at === null
    ? t`Start not stated; received ${{ uploaded_at: formatUtc(run.uploaded_at) }}`
    : t`Started ${{ started_at: formatUtc(run.started_at) }}`;
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

/** Where a column stays that is pinned in a table that is moved sideways. */
export function placeOf({ left }: RunColumn): CSSProperties | undefined {
  return left === undefined ? undefined : { left };
}

export function cellClass({ id, isNumeric, widths, left }: RunColumn): string {
  return [
    styles.cell,
    left === undefined ? "" : styles.pinned,
    isNumeric ? styles.numeric : "",
    widths.narrow === undefined ? styles.wideOnly : "",
    id === "direction" ? styles.directionCell : "",
    id === "run" ? styles.runCell : "",
  ].join(" ");
}
