import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { Series } from "@/charts/series-style";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import { SideMark } from "@/subjects/compare/page/TableHead";
import { type RowGroup, sizeInWords, summaryOf } from "@/subjects/compare/parts/comparison-groups";

interface GroupHeadProps {
  group: RowGroup;
  /** The new sides. */
  sides: readonly Series[];
  columns: number;
  isFolded: boolean;
  onToggle: () => void;
}

/** What the workloads of a group have in common, counted: how many went which way, and between what. */
export function GroupHead({ group, sides, columns, isFolded, onToggle }: GroupHeadProps) {
  const Icon = isFolded ? IconChevronRight : IconChevronDown;
  return (
    <tr>
      <th scope="rowgroup" colSpan={columns} className={styles.group}>
        <button
          type="button"
          className={styles.groupToggle}
          data-row=""
          aria-expanded={!isFolded}
          onClick={onToggle}
        >
          <Icon size={14} aria-hidden="true" />
          <b>{group.title}</b>
          <span>{sizeInWords(group)}</span>
        </button>
        {sides.map((side, i) => {
          const { verdicts, effects } = summaryOf(group, i);
          return (
            <span key={side.key} className={styles.summary}>
              {sides.length > 1 && <SideMark side={side} />}
              {verdicts}
              {effects !== null && (
                <>
                  {" · "}
                  <b className="unbroken">{effects}</b>
                </>
              )}
            </span>
          );
        })}
      </th>
    </tr>
  );
}
