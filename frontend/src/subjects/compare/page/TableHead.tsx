import type { Series } from "@/charts/series-style";
import type { CompareParams } from "@/lib/address";
import styles from "@/subjects/compare/page/ComparePage.module.css";

interface ColumnHeadProps {
  name: string;
  isNumeric?: boolean;
  /** Left out on a narrow screen. */
  isWide?: boolean;
  /** The side whose figures stand below. */
  mark?: Series | undefined;
  sortKey?: CompareParams["sort"]["key"];
  sort?: CompareParams["sort"];
  onSort?: (key: CompareParams["sort"]["key"]) => void;
}

/** A column's heading, a button where the table can be sorted by it. */
export function ColumnHead({
  name,
  isNumeric = false,
  isWide = false,
  mark,
  sortKey,
  sort,
  onSort,
}: ColumnHeadProps) {
  const isSorted = sortKey !== undefined && sort?.key === sortKey;
  const words = (
    <>
      {mark !== undefined && <span className={styles.dot} style={{ background: mark.style.colour }} />}
      {name}
      {mark !== undefined && <span className={styles.sideName}>{mark.label}</span>}
    </>
  );
  return (
    <th
      scope="col"
      className={`${isNumeric ? styles.numeric : ""} ${isWide ? styles.wide : ""}`}
      aria-sort={isSorted ? (sort?.isDescending ? "descending" : "ascending") : undefined}
    >
      {sortKey === undefined || onSort === undefined ? (
        words
      ) : (
        <button type="button" className={styles.sort} onClick={() => onSort(sortKey)}>
          {words}
          <span aria-hidden="true">{isSorted ? (sort?.isDescending ? " ↓" : " ↑") : ""}</span>
        </button>
      )}
    </th>
  );
}

/** A side by its colour and its name. */
export function SideMark({ side }: { side: Series | undefined }) {
  if (side === undefined) return null;
  return (
    <span className={styles.sideMark}>
      <span className={styles.dot} style={{ background: side.style.colour }} />
      {side.label}
    </span>
  );
}
