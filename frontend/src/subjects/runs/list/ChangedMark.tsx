import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { formatChange } from "@/lib/units";
import styles from "@/subjects/runs/list/RunTable.module.css";
import type { RunRow } from "@/subjects/runs/list/rows";
import { toneOf } from "@/subjects/watch/parts/change-words";
import { Badge } from "@/ui/Badge";

/** Where a watched figure changed with this run, or within this batch: which way, by how much, and where to read on. */
export function ChangedMark({ run, fold }: Pick<RunRow, "run" | "fold">) {
  const mark = run.change;
  if (mark === undefined) return null;
  const more = mark.changes - 1;
  const words =
    more === 0 ? mark.sentence : t`${{ changes: more + 1 }} changes. ${{ sentence: mark.sentence }}`;
  // Of a run its rate and its latency change together; a batch may hold many changes.
  const to =
    more === 0 || fold === null ? paths.change(mark.id) : paths.changes({ state: "any", batch: fold.id });
  return (
    <Link
      to={to}
      className={styles.changed}
      aria-label={words}
      title={words}
      onClick={(event) => event.stopPropagation()}
    >
      <Badge tone={toneOf(mark)}>
        {mark.ratio < 1 ? "▼" : "▲"}
        <span className={styles.changedSize}>
          {" "}
          {formatChange(mark.ratio)} {mark.metric_title}
        </span>
      </Badge>
    </Link>
  );
}
