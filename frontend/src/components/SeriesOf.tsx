import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { seriesListQuery } from "@/api/queries/changes";
import type { WatchedSeries } from "@/api/types";
import styles from "@/components/ChangesOf.module.css";
import { formatFact } from "@/lib/fact-value";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { Badge } from "@/ui/Badge";

/** Figures that are watched over time, of a run or a host, as lines that lead to each; nothing where none is. */
export function SeriesOf({ of }: { of: { run: string } | { host: string } }) {
  const series = useInfiniteQuery(seriesListQuery(of));
  const items = series.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section className={styles.changes} aria-label="Over time">
      <ul>
        {items.map((one) => (
          <li key={one.id}>
            <Badge tone={one.open_changes > 0 ? "warn" : "plain"}>{changesOf(one)}</Badge>
            <span>
              <Link to={paths.series(one.id)}>
                {one.metric_title} over time, {one.workload}
              </Link>{" "}
              {countOf(one.run_count, "run")}, the newest {formatFact(one.last_value, one.unit)}
            </span>
          </li>
        ))}
      </ul>
      {series.hasNextPage && (
        <button type="button" className={styles.more} onClick={() => void series.fetchNextPage()}>
          More monitored tests
        </button>
      )}
    </section>
  );
}

function changesOf({ changes, open_changes: open }: WatchedSeries): string {
  if (changes === 0) return "no change";
  return open === 0 ? countOf(changes, "change") : countOf(open, "open change");
}
