import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { useLandmarkName } from "@/ui/landmark-name";
import styles from "@/ui/Table.module.css";

export interface Column {
  name: string;
  isNumeric?: boolean;
  /** Left out on a phone, with its cells. */
  isWide?: boolean;
  /** Pixels, where the content should not decide. */
  width?: number;
  /** Pixels that it has at least: sentences in a narrow column make high rows. */
  least?: number;
}

interface TableProps {
  /** Says what the table is, for those who cannot see where it stands. */
  caption: string;
  columns: readonly Column[];
  /** Lower rows, for long lists of short values. */
  isDense?: boolean;
  children: ReactNode;
}

/** A plain table that scrolls inside its card rather than squeezing its numbers. */
export function Table({ caption, columns, isDense = false, children }: TableProps) {
  const nameOf = useLandmarkName();
  return (
    <section
      className={styles.scroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t`${{ caption: nameOf(caption) }}, scrolls sideways`}
    >
      <table className={`${styles.table} ${isDense ? styles.dense : ""}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className={cellClass(column)}
                style={{ width: column.width, minWidth: column.least }}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

function cellClass({ isNumeric, isWide }: { isNumeric?: boolean; isWide?: boolean }): string {
  return `${isNumeric === true ? styles.numeric : ""} ${isWide === true ? styles.wide : ""}`;
}

interface NumberCellProps {
  title?: string | undefined;
  isWide?: boolean;
  children: ReactNode;
}

export function NumberCell({ title, isWide = false, children }: NumberCellProps) {
  return (
    <td className={cellClass({ isNumeric: true, isWide })} title={title}>
      {children}
    </td>
  );
}
