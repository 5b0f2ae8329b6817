import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useMemo } from "react";
import type { SharedRun } from "@/api/types";
import { byJob } from "@/lib/direction";
import { formatUtcMinute } from "@/lib/time";
import { Headlines } from "@/subjects/runs/parts/Headlines";
import { listLatencyLines } from "@/subjects/runs/parts/latency-lines";
import { OverTimeCharts } from "@/subjects/runs/parts/OverTimeCharts";
import { toolInWords } from "@/subjects/runs/parts/tool";
import { FiguresTable } from "@/subjects/sharing/report/FiguresTable";
import { SHOWN_FIRST } from "@/subjects/sharing/report/FirstScreen";
import { Fold } from "@/subjects/sharing/report/Fold";
import { NotPart } from "@/subjects/sharing/report/NotPart";
import { timelineOf } from "@/subjects/sharing/report/older-shares";
import styles from "@/subjects/sharing/report/Report.module.css";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Finding, FindingList } from "@/ui/Finding";
import { Skeleton } from "@/ui/Skeleton";

// Recharts is most of the script: the words and numbers do not wait for it.
const LatencyPercentileChart = lazy(async () => ({
  default: (await import("@/charts/LatencyPercentileChart")).LatencyPercentileChart,
}));
const LatencyCdfChart = lazy(async () => ({
  default: (await import("@/charts/LatencyCdfChart")).LatencyCdfChart,
}));
// Few shares have any.
const ForSupport = lazy(async () => ({
  default: (await import("@/subjects/sharing/report/ForSupport")).ForSupport,
}));
const BesideSets = lazy(async () => ({
  default: (await import("@/subjects/sharing/report/BesideSets")).BesideSets,
}));
const Scorecard = lazy(async () => ({
  default: (await import("@/subjects/datasheets/parts/Scorecard")).Scorecard,
}));
const PurposesCard = lazy(async () => ({
  default: (await import("@/subjects/purposes/parts/PurposesCard")).PurposesCard,
}));

/** More results than this are in the table alone. */
const MAX_STRIPS = 4;

const OUTCOME = {
  failed: { what: t`fio ended with an error.`, why: t`The results may cover only part of the run.` },
  partial: { what: t`The output is incomplete.`, why: t`Some results could not be read.` },
  not_understood: { what: t`The output could not be parsed.`, why: t`No result was found in the output.` },
  interrupted: { what: t`The run was interrupted.`, why: t`The results cover the time until then.` },
};

/** One run: its figures per job, its latency, and how it went over time. */
export function RunResults({ run, hidden }: { run: SharedRun; hidden: readonly string[] }) {
  const results = byJob(run.results);
  const series = timelineOf(run);
  const figures = <FiguresTable results={results} total={run.results_total ?? results.length} />;
  return (
    <section className={styles.sections} aria-label={t`Results of ${{ label: run.label }}`}>
      <h2 className={`${styles.group} ${styles.long}`}>
        <Trans>
          Results of {{ label: run.label }}
          <span>
            {ph({ tool: toolInWords(run.tool) })} on {ph({ host: run.host })},{" "}
            {ph({ started_at: formatUtcMinute(run.started_at) })}
          </span>
        </Trans>
      </h2>
      <Words run={run} />
      {run.outcome !== "complete" && (
        <Card>
          <FindingList>
            <Finding severity="warn" {...OUTCOME[run.outcome]} />
          </FindingList>
        </Card>
      )}
      <NotPart title={t`Compared with the datasheet`} hidden={hidden} by={["rated"]} />
      {run.rating && (
        <Suspense fallback={<Pending />}>
          <Scorecard rating={run.rating} units="decimal" />
        </Suspense>
      )}
      {run.reference_sets !== undefined && run.reference_sets.length > 0 && (
        <Suspense fallback={<Pending />}>
          <BesideSets placed={run.reference_sets} />
        </Suspense>
      )}
      <NotPart title={t`Requirements`} hidden={hidden} by={["job_options", "path"]} />
      {results.slice(SHOWN_FIRST, MAX_STRIPS).map((result) => (
        <Headlines key={result.position} result={result} units="decimal" />
      ))}
      {results.length > SHOWN_FIRST && <div className={styles.long}>{figures}</div>}
      <Latency run={run} />
      {results.length > 0 && results.length <= SHOWN_FIRST && (
        <Fold summary={t`Every figure`}>{figures}</Fold>
      )}
      {run.purposes && (
        <Fold summary={t`Requirements`} hint={run.purposes.sentence ?? undefined}>
          <Suspense fallback={<Pending />}>
            <PurposesCard purposes={run.purposes} units="decimal" />
          </Suspense>
        </Fold>
      )}
      {series !== null && (
        <Fold summary={t`Performance during the run`}>
          <OverTimeCharts whole={series} units="decimal" />
        </Fold>
      )}
      <NotPart title={t`Over time`} hidden={hidden} by={["time_series"]} />
      {run.support && (
        <div className={styles.long}>
          <Suspense fallback={<Pending />}>
            <ForSupport support={run.support} />
          </Suspense>
        </div>
      )}
    </section>
  );
}

/** What its owner wrote of the run, where the sender chose to show it. */
function Words({ run: { title, note, tags } }: { run: SharedRun }) {
  if (title === null && note === null && tags.length === 0) return null;
  return (
    <Card>
      <div className={styles.words}>
        {title !== null && (
          <p className={styles.strong}>
            <bdi>{title}</bdi>
          </p>
        )}
        {note !== null && (
          <p>
            <bdi>{note}</bdi>
          </p>
        )}
        {tags.length > 0 && (
          <ul className={styles.tags} aria-label={t`Tags`}>
            {tags.map((tag) => (
              <li key={tag}>
                <Badge>{tag}</Badge>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  );
}

function Latency({ run }: { run: SharedRun }) {
  const { results, curves } = run;
  const lines = useMemo(
    () =>
      listLatencyLines(
        results.map((result) => ({
          key: String(result.position),
          label: nameOf(result, results),
          result,
        })),
      ),
    [results],
  );
  const distributions = useMemo(
    () =>
      curves.flatMap(({ position, kind, points }) => {
        const result = results.find((one) => one.position === position);
        if (result === undefined || kind !== "clat") return [];
        return [
          { key: String(position), label: nameOf(result, results), direction: result.direction, points },
        ];
      }),
    [curves, results],
  );
  // The table of figures says that there are none; a frame without a chart would say it again.
  const isDrawn = lines.some(({ points }) => points.length > 0);
  if (!isDrawn && distributions.length === 0) return null;
  return (
    <div className={`${styles.charts} ${styles.long}`}>
      {isDrawn && (
        <Suspense fallback={<Pending />}>
          <LatencyPercentileChart lines={lines} subtitle={t`one line per result · logarithmic`} />
        </Suspense>
      )}
      {distributions.length > 0 && (
        <Suspense fallback={<Pending />}>
          <LatencyCdfChart
            curves={distributions}
            subtitle={t`share of I/Os at or below each latency, from json+ bins`}
          />
        </Suspense>
      )}
    </div>
  );
}

type Figures = SharedRun["results"][number];

/** "read", or with the job's label where there are several jobs. */
function nameOf(result: Figures, all: readonly Figures[]): string {
  const jobs = new Set(all.map(({ group, job_name }) => `${group}/${job_name}`));
  return jobs.size <= 1 ? result.direction : `${result.job_name}, ${result.direction}`;
}

function Pending() {
  return (
    <Card>
      <div className={styles.pending} aria-busy="true">
        <Skeleton height={280} />
      </div>
    </Card>
  );
}
