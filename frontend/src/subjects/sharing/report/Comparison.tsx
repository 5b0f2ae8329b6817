import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useMemo } from "react";
import type { Comparison as Compared, ComparedPart, Rating, SharedDocument } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { sideStyle } from "@/charts/side-style";
import { formatMetric, metricOf } from "@/lib/metrics";
import { CircumstanceTable } from "@/subjects/compare/parts/CircumstanceTable";
import { ComparisonAnswer } from "@/subjects/compare/parts/ComparisonAnswer";
import { sortedRows } from "@/subjects/compare/parts/comparison-order";
import { comparedRows, metricInView, partsOf } from "@/subjects/compare/parts/comparison-rows";
import { remarks } from "@/subjects/compare/parts/comparison-words";
import { DifferenceRows } from "@/subjects/hosts/parts/DifferenceRows";
import { ChangedFactors } from "@/subjects/sharing/report/ChangedFactors";
import { ComparedRuns } from "@/subjects/sharing/report/ComparedRuns";
import { ComparedTable, EveryMetric } from "@/subjects/sharing/report/ComparedTable";
import { Fold } from "@/subjects/sharing/report/Fold";
import styles from "@/subjects/sharing/report/Report.module.css";
import { sidesInWords } from "@/subjects/sharing/report/wording";
import { Card } from "@/ui/Card";
import { Finding, FindingList } from "@/ui/Finding";
import { Skeleton } from "@/ui/Skeleton";

// Recharts is most of the script: the words and numbers do not wait for it.
const RowCharts = lazy(async () => ({
  default: (await import("@/subjects/compare/parts/RowCharts")).RowCharts,
}));
const DistributionCharts = lazy(async () => ({
  default: (await import("@/subjects/compare/parts/DistributionCharts")).DistributionCharts,
}));

// Most shares have no ratings.
const ComparedRatings = lazy(async () => ({
  default: (await import("@/subjects/compare/parts/ComparedRatings")).ComparedRatings,
}));

/** More workloads than this are one table; each has its own metrics on demand. */
const MAX_OPEN = 3;

/** A run without one; shares of older versions have none of any. */
const UNRATED: Rating = { figures: [], models: [], missing: null, sentence: null };

/** What the comparison's own page says first. */
export function ComparisonAnswers({
  compare,
  factors,
}: {
  compare: Compared;
  factors: SharedDocument["factors"];
}) {
  const names = sidesInWords(compare, factors);
  return partsOf(compare).map((part, i) => (
    <ComparisonAnswer
      key={names[i + 1]}
      part={part}
      names={[names[0] ?? "base", names[i + 1] ?? "new"]}
      isAlone={compare.more.length === 0}
      units="decimal"
    />
  ));
}

/** Base against new: the result in words, the figures with what they rest on, and what else changed. */
export function Comparison({ document, compare }: { document: SharedDocument; compare: Compared }) {
  const parts = partsOf(compare);
  const sides = useMemo(
    () =>
      sidesInWords(compare, document.factors).map(
        (label, i): Series => ({
          key: String(i),
          label,
          style: sideStyle(i),
        }),
      ),
    [compare, document.factors],
  );
  const metricName = metricInView(compare, null);
  const metric = metricOf(metricName);
  const rows = useMemo(
    () => sortedRows(comparedRows(compare, metricName), { key: "workload", isDescending: false }),
    [compare, metricName],
  );
  const isRated = document.runs.some(({ rating }) => rating);
  const ratings = useMemo(
    () => new Map(document.runs.map(({ label, rating }) => [label, rating ?? UNRATED])),
    [document.runs],
  );
  if (metric === null) return null;
  return (
    <section className={styles.sections} aria-label={t`Results`}>
      <h2 className={styles.group}>
        <Trans>Results</Trans>
      </h2>
      {parts.map((part, i) => (
        <Circumstances
          key={sides[i + 1]?.key}
          part={part}
          title={
            parts.length === 1 ? t`Circumstances` : t`Circumstances: ${{ label: sides[i + 1]?.label ?? "" }}`
          }
          metric={metric.name}
        />
      ))}
      {rows.length > 0 && (
        <>
          <ComparedTable rows={rows} compare={compare} sides={sides} metric={metric} />
          <Suspense fallback={<Pending />}>
            <RowCharts groups={[{ title: "", rows }]} sides={sides} metric={metric} units="decimal" />
          </Suspense>
        </>
      )}
      {parts.map((part, i) => (
        <WhatChanged
          key={sides[i + 1]?.key}
          part={part}
          sides={[sides[0], sides[i + 1]]}
          factors={document.factors}
          isShownBelow={
            parts.length === 1 && document.hosts.length === 2 && document.hosts[1]?.differences !== undefined
          }
        />
      ))}
      {/* What the answer rests on: below what differs, when it is asked for. */}
      {rows.length > 0 && (
        <Fold summary={t`Every metric of every workload`}>
          <div className={styles.sections}>
            {rows.map((row) => (
              <EveryMetric
                key={row.key}
                row={row}
                compare={compare}
                sides={sides}
                speaking={metric}
                isOpen={rows.length <= MAX_OPEN}
              />
            ))}
          </div>
        </Fold>
      )}
      {isRated && (
        <Fold summary={t`Compared with the datasheets`}>
          <Suspense fallback={<Pending />}>
            <ComparedRatings answer={compare} sides={sides} ratings={ratings} units="decimal" />
          </Suspense>
        </Fold>
      )}
      {document.distributions.length > 0 && (
        <Fold summary={t`Latency distribution`}>
          <div className={styles.sections}>
            {document.distributions.map((distribution) => (
              <Suspense key={`${distribution.key} ${distribution.kind}`} fallback={<Pending />}>
                <DistributionCharts
                  answer={distribution}
                  name={rows.find(({ key }) => key === distribution.key)?.name ?? distribution.workload}
                  sides={sides}
                />
              </Suspense>
            ))}
          </div>
        </Fold>
      )}
      <Fold summary={t`The runs behind the figures`}>
        <ComparedRuns document={document} compare={compare} sides={sides} metric={metric} rows={rows} />
      </Fold>
    </section>
  );
}

/** What to know before believing the answer, and under which circumstances each side was measured. */
function Circumstances({ part, title, metric }: { part: ComparedPart; title: string; metric: string }) {
  const shown = metricOf(metric);
  const workloadRemarks =
    shown === null ? [] : remarks(part.workloads, metric, (value) => formatMetric(shown, value, "decimal"));
  return (
    <Card title={title}>
      <FindingList>
        {part.notes.map(({ side, text, run_ids }) => (
          <Finding
            key={`${side} ${text}`}
            severity="warn"
            what={side === "both" ? text : `${side === "base" ? t`Base` : t`New`}: ${text}`}
            why={run_ids.join(", ")}
          />
        ))}
        {workloadRemarks.map(({ text, runIds }) => (
          <Finding key={text} severity="info" what={text} why={runIds.join(", ")} />
        ))}
      </FindingList>
      <CircumstanceTable circumstances={part.circumstances} names={[t`Base`, t`New`]} units="decimal" />
    </Card>
  );
}

interface WhatChangedProps {
  part: ComparedPart;
  sides: readonly (Series | undefined)[];
  factors: SharedDocument["factors"];
  isShownBelow: boolean;
}

/** More differing fields than this wait until they are asked for. */
const MAX_FIELDS = 12;

function WhatChanged({ part, sides, factors, isShownBelow }: WhatChangedProps) {
  const { factors_changed, factors_unknown, attribution, inventory_difference } = part;
  const several = sides.length > 2;
  return (
    <>
      <Card
        title={several ? t`What changed in ${{ label: sides[1]?.label ?? "" }}` : t`What changed`}
        subtitle={attribution.text}
        isFlush={factors_changed.length + factors_unknown.length > 0}
      >
        {factors_changed.length + factors_unknown.length === 0 ? (
          <p className={styles.hint}>
            <Trans>Every value is known on both sides or on neither.</Trans>
          </p>
        ) : (
          <ChangedFactors
            changes={[...factors_changed, ...factors_unknown]}
            sides={sides}
            factors={factors}
          />
        )}
      </Card>
      {/* The second configuration stands below by what differs from the first, in shares that have that. */}
      {inventory_difference !== null && !isShownBelow && (
        <Card title={t`Hardware and configuration diff`} subtitle={t`Newest compared run on each side`}>
          {inventory_difference.rows.length > MAX_FIELDS ? (
            <details className={styles.more}>
              <summary>
                <Trans>{{ rows: inventory_difference.rows.length }} fields differ</Trans>
              </summary>
              <DifferenceRows difference={inventory_difference} />
            </details>
          ) : (
            <DifferenceRows difference={inventory_difference} />
          )}
        </Card>
      )}
    </>
  );
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
