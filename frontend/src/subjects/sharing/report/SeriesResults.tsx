import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useMemo } from "react";
import type { SharedDocument } from "@/api/types";
import {
  marksInWords,
  marksOf,
  mixtureNote,
  ratedNote,
  reading,
  toLines,
} from "@/subjects/runs/parts/series-lines";
import { seriesUnit, seriesWords } from "@/subjects/runs/parts/series-words";
import styles from "@/subjects/sharing/report/Report.module.css";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

const FactorChart = lazy(async () => ({ default: (await import("@/charts/FactorChart")).FactorChart }));

interface SeriesResultsProps {
  series: NonNullable<SharedDocument["series"]>;
  factors: SharedDocument["factors"];
}

/** A metric over a factor, every run a point. */
export function SeriesResults({ series, factors }: SeriesResultsProps) {
  const { title, xTitle, xKind, xUnit, formatX } = useMemo(
    () => seriesWords(series, factors, "decimal"),
    [series, factors],
  );
  const lines = useMemo(() => toLines(series, factors), [series, factors]);
  const note = mixtureNote(series, factors);
  const rated = ratedNote(series);
  const values = series.results - series.without_value - series.without_x;
  return (
    <section className={styles.sections} aria-label={t`Results`}>
      <h2 className={styles.group}>
        <Trans>Results</Trans>
      </h2>
      {note !== null && <p className={styles.hint}>{note}</p>}
      <Suspense
        fallback={
          <Card>
            <div className={styles.pending} aria-busy="true">
              <Skeleton height={380} />
            </div>
          </Card>
        }
      >
        <FactorChart
          name={`${series.metric}-over-${series.x}`}
          title={title}
          subtitle={t`${plural(values, { one: "# value", other: "# values" })}, one point each; ${{ series: marksInWords(series) }}`}
          reading={reading(series, lines)}
          lines={lines}
          marks={marksOf(series)}
          xTitle={xTitle}
          xKind={xKind}
          xUnit={xUnit}
          formatX={formatX}
          unit={seriesUnit(series.unit)}
          units="decimal"
          metricName={series.metric}
          // Copies made by older versions do not say.
          isLogX={series.is_log_x === true}
          isLogY={series.is_log_y === true}
        />
      </Suspense>
      {series.metric === "rated_share" && (
        <p className={styles.hint}>
          <Trans>
            A share of the rating is meaningful only for runs under the datasheet's test conditions. This
            report does not say which of these points are.
          </Trans>
        </p>
      )}
      {rated !== null && <p className={styles.hint}>{rated}</p>}
    </section>
  );
}
