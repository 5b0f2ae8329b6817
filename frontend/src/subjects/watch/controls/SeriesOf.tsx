import { ph, plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { WatchedSeries } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import { paths } from "@/lib/paths";
import { seriesListQuery } from "@/subjects/watch/queries/changes";
import { Badge } from "@/ui/Badge";
import styles from "@/ui/LinkList.module.css";

/** Figures that are watched over time, of a run or a host, as lines that lead to each; nothing where none is. */
export function SeriesOf({ of }: { of: { run: string } | { host: string } }) {
  const series = useInfiniteQuery(seriesListQuery(of));
  const items = series.data?.pages.flatMap((page) => page.items) ?? [];
  if (items.length === 0) return null;
  return (
    <section className={styles.changes} aria-label={t`Over time`}>
      <ul className="stack gap-6">
        {items.map((one) => (
          <li key={one.id}>
            <Badge tone={one.open_changes > 0 ? "warn" : "plain"}>{changesOf(one)}</Badge>
            <span>
              <Trans>
                <Link to={paths.series(one.id)}>
                  {ph({ metric_title: one.metric_title })}, {ph({ workload: one.workload_words })}
                </Link>{" "}
                <Plural value={{ run_count: one.run_count }} one="# run" other="# runs" />, latest{" "}
                {{ last_value: formatFact(one.last_value, one.unit) }}
              </Trans>
            </span>
          </li>
        ))}
      </ul>
      {series.hasNextPage && (
        <button
          type="button"
          className="bare no-padding accent tall-28"
          onClick={() => void series.fetchNextPage()}
        >
          <Trans>More monitored tests</Trans>
        </button>
      )}
    </section>
  );
}

function changesOf({ changes, open_changes: open }: WatchedSeries): string {
  if (changes === 0) return t`no change found`;
  return open === 0
    ? plural(changes, { one: "# change", other: "# changes" })
    : plural(open, { one: "# open change", other: "# open changes" });
}
