import { Link } from "@tanstack/react-router";
import type { Today } from "@/api/types";
import { MIN_WATCHED_RUNS } from "@/api/vocabulary.gen";
import { formatFact } from "@/lib/fact-value";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import styles from "@/pages/today/TodayPage.module.css";
import { sizeOf, toneOf } from "@/sections/change-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";

type Change = Today["changes"][number];

/** Steps in the figures of alike runs, and how many tests show none. */
export function ChangedCard({ today: { changes, counts } }: { today: Today }) {
  const all = counts.worse + counts.better;
  return (
    <Card
      title="Performance changes"
      subtitle="Median before → after, change with 95 % confidence interval"
      actions={<Link to={paths.changes()}>All changes</Link>}
      isFlush
    >
      <ul className={styles.list}>
        {changes.map((change) => (
          <Step key={change.id} change={change} />
        ))}
        {all > changes.length && (
          <li>
            <span className={styles.small}>{formatCount(all - changes.length)} more changes</span>
          </li>
        )}
        <li>
          <div className={styles.words}>
            <p className={styles.title}>
              {counts.steady === 0
                ? changes.length === 0
                  ? "No monitored test has a new run"
                  : "No other monitored test has a new run"
                : `${countOf(counts.steady, changes.length === 0 ? "monitored test" : "other monitored test")}: no change found`}
            </p>
            <p className={styles.small}>
              A test is monitored once it has {MIN_WATCHED_RUNS} comparable runs on a host.
            </p>
          </div>
        </li>
      </ul>
    </Card>
  );
}

function Step({ change }: { change: Change }) {
  const { host, before, after, unit, suspects } = change;
  const { size, interval } = sizeOf(change);
  return (
    <li>
      <div className={styles.words}>
        <p className={styles.title}>
          <Link to={paths.change(change.id)} title={change.workload}>
            {host.name}: {change.workload_words}, {formatFact(before, unit)} → {formatFact(after, unit)}
          </Link>
        </p>
        <p className={styles.small}>
          {change.metric_title}, first <Moment iso={change.at} />.{" "}
          {suspects.length === 0
            ? "No recorded change at that time."
            : `Also changed: ${suspects.join(", ")}.`}
        </p>
      </div>
      <div className={styles.figure}>
        <Badge tone={interval === null ? "plain" : toneOf(change)}>{size}</Badge>
        <span className={styles.small}>
          {interval ?? `no interval`}, n = {change.n_before} and {change.n_after}
        </span>
      </div>
    </li>
  );
}
