import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Today } from "@/api/types";
import { MIN_WATCHED_RUNS } from "@/api/vocabulary.gen";
import { formatFact } from "@/lib/fact-value";
import { withinSentence } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { sizeOf, toneOf } from "@/subjects/watch/parts/change-words";
import styles from "@/subjects/watch/today/TodayPage.module.css";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";

type Change = Today["changes"][number];

/** Steps in the figures of alike runs, and how many tests show none. */
export function ChangedCard({ today: { changes, counts } }: { today: Today }) {
  const all = counts.worse + counts.better;
  return (
    <Card
      title={t`Performance changes`}
      subtitle={t`Median before → after, change with 95 % confidence interval`}
      actions={
        <Link to={paths.changes()}>
          <Trans>All changes</Trans>
        </Link>
      }
      isFlush
    >
      <ul>
        {changes.map((change) => (
          <Step key={change.id} change={change} />
        ))}
        {all > changes.length && (
          <li className="entry centred">
            <span className="muted small">
              <Trans>{{ count: formatCount(all - changes.length) }} more changes</Trans>
            </span>
          </li>
        )}
        <li className="entry centred">
          <div className="links shrinks anywhere">
            <p className="strong">
              {counts.steady === 0
                ? changes.length === 0
                  ? t`No monitored test has a new run`
                  : t`No other monitored test has a new run`
                : changes.length === 0
                  ? plural(
                      { tests: counts.steady },
                      {
                        one: "# monitored test: no change found",
                        other: "# monitored tests: no change found",
                      },
                    )
                  : plural(
                      { tests: counts.steady },
                      {
                        one: "# other monitored test: no change found",
                        other: "# other monitored tests: no change found",
                      },
                    )}
            </p>
            <p className="muted small">
              <Trans>A test is monitored once it has {MIN_WATCHED_RUNS} comparable runs on a host.</Trans>
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
    <li className="entry centred">
      <div className="links shrinks anywhere">
        <p className="strong">
          <Link to={paths.change(change.id)} title={change.workload}>
            {host.name}: {change.workload_words}, {formatFact(before, unit)} → {formatFact(after, unit)}
          </Link>
        </p>
        <p className="muted small">
          <Trans>
            {{ metric_title: change.metric_title }}, first <Moment iso={change.at} />.{" "}
            {{
              suspects:
                suspects.length === 0
                  ? t`No recorded change at that time.`
                  : t`Also changed: ${{ suspects: suspects.map(withinSentence).join(", ") }}.`,
            }}
          </Trans>
        </p>
      </div>
      <div className={styles.figure}>
        <Badge tone={interval === null ? "plain" : toneOf(change)}>{size}</Badge>
        <span className="muted small">
          <Trans>
            {{ interval: interval ?? t`no interval` }}; {{ n_before: change.n_before }} runs before,{" "}
            {{ n_after: change.n_after }} after
          </Trans>
        </span>
      </div>
    </li>
  );
}
