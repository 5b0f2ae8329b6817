import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Today } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import { sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { VerdictMark } from "@/subjects/runs/parts/answer/VerdictMark";
import { Yardstick } from "@/subjects/runs/parts/answer/Yardstick";
import { yardstickShare } from "@/subjects/runs/parts/answer/yardstick-share";
import { withStart } from "@/subjects/runs/parts/batch-name";
import styles from "@/subjects/watch/today/TodayPage.module.css";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";

type NewestRun = Today["runs"][number];

function lowerWorkload({ workload_words: words }: NewestRun): string {
  return words?.replace(/, 1 job$/, "") ?? t`run without results`;
}

function nameOf(run: NewestRun): string {
  const name = run.batch?.name ?? run.title ?? sentenceCase(lowerWorkload(run));
  return needsStart(run) ? withStart(name, startOf(run)) : name;
}

function needsStart({ needs_start, is_dated }: NewestRun): boolean {
  return needs_start && is_dated;
}

function startOf({ at, batch }: NewestRun): string {
  return batch?.started_at ?? at;
}

/** The last runs that came, a batch as one entry, each with its verdict. */
export function NewestRuns({ runs }: { runs: Today["runs"] }) {
  return (
    <Card
      title={t`Recently added runs`}
      actions={
        <Link to={paths.runs()}>
          <Trans>All runs</Trans>
        </Link>
      }
      isFlush
    >
      {runs.length === 0 ? (
        <p className="muted pad-12-16">
          <Trans>No runs yet. Add a host or import results.</Trans>
        </p>
      ) : (
        <ul>
          {runs.map((run) => (
            <li className="entry centred" key={run.id}>
              <div className="row gap-10 shrinks">
                <VerdictMark verdict={run.verdict} hasShare={false} />
                <div className="links shrinks anywhere">
                  <p className="strong">
                    {run.batch === null ? (
                      <Link to={paths.run(run.id)} title={run.workload ?? undefined}>
                        {nameOf(run)}
                      </Link>
                    ) : (
                      <Link to={paths.batch(run.batch.id)}>{nameOf(run)}</Link>
                    )}
                  </p>
                  <p className="muted small">
                    <Link to={paths.host(run.host.id)}>{run.host.name}</Link>
                    {!needsStart(run) && (
                      <>
                        , <Moment iso={startOf(run)} />
                        {!run.is_dated && t` received`}
                      </>
                    )}
                    {run.batch !== null &&
                      t`, ${plural({ runs: run.batch.runs }, { one: "# run", other: "# runs" })}; fastest`}
                    {(run.batch !== null || run.title !== null) && `: ${lowerWorkload(run)}`}
                    {run.batch !== null && run.unreliable_runs > 0 && (
                      <>
                        {" "}
                        <Badge tone="warn">
                          <Trans>{{ unreliable_runs: formatCount(run.unreliable_runs) }} unreliable</Trans>
                        </Badge>
                      </>
                    )}
                  </p>
                </div>
              </div>
              <div className={styles.figure}>
                <b>
                  {run.value === null ? (
                    <Missing reason={t`this run has no results`} />
                  ) : (
                    formatFact(run.value, run.unit)
                  )}
                </b>
                {yardstickShare(run) !== null && <Yardstick of={run} />}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
