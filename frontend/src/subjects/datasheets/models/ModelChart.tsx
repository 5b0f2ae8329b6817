import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { DriveModelDetail, ModelWorkload, SeriesAnswer } from "@/api/types";
import { FactorChart } from "@/charts/FactorChart";
import type { ModelParams } from "@/lib/address";
import { sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { ChartFilters } from "@/subjects/datasheets/models/WorkloadFilters";
import { aboutWorkload, metricOf, workloadFilter } from "@/subjects/datasheets/parts/model-words";
import { marksInWords, marksOf, mixtureNote, reading, toLines } from "@/subjects/runs/parts/series-lines";
import { seriesUnit, seriesWords } from "@/subjects/runs/parts/series-words";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { seriesQuery } from "@/subjects/runs/queries/series";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import styles from "@/ui/ListPage.module.css";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

const OVER = {
  firmware: "drive.firmware",
  slot: "slot",
  host: "host",
  together: "drive.count",
} as const;
const WORDS = {
  firmware: t`firmware version`,
  slot: t`slot`,
  host: t`host`,
  together: t`number of drives tested together`,
} as const;
const CHOICES = {
  firmware: t`by firmware`,
  slot: t`by slot`,
  host: t`by host`,
  together: t`by number of drives`,
} as const;

const OVERS = ["firmware", "slot", "host", "together"] as const;

interface ModelChartProps {
  model: DriveModelDetail;
  workload: ModelWorkload;
  params: ModelParams;
}

/** The same model and workload by firmware, by slot or by host, of alike runs. */
export function ModelChart({ model, workload, params }: ModelChartProps) {
  const isTogether = params.over === "together";
  const { "drive.count": alone, "target.kind": kind, ...whole } = workloadFilter(model, workload);
  const filter = {
    ...whole,
    // Several drives are another kind of target; what each gives of its rating is what they share.
    ...(isTogether ? {} : { ...(alone && { "drive.count": alone }), ...(kind && { "target.kind": kind }) }),
    ...(params.host === null ? {} : { host: [params.host] }),
    ...(params.slot === null ? {} : { slot: [params.slot] }),
    ...(params.firmware === null ? {} : { "drive.firmware": [params.firmware] }),
  };
  const x = OVER[params.over];
  const metric = isTogether && workload.rated.length > 0 ? "rated_share" : metricOf(workload);
  const series = useQuery(seriesQuery({ filter, x, metric, by: null }));
  return (
    <Card
      title={t`${{ workload: sentenceCase(workload.workload) }}, by ${{ over: WORDS[params.over] }}`}
      subtitle={
        <>
          {aboutWorkload(workload)};{" "}
          <Link to={paths.runs({ filter })}>
            <Trans>its runs in the history</Trans>
          </Link>
          ,{" "}
          <Link to={paths.explore({ filter, x, metric })}>
            <Trans>open in Explore</Trans>
          </Link>
        </>
      }
      actions={
        <nav aria-label={t`Chart by`} className="flow centred gap-8 below-14">
          {OVERS.map((over) => (
            <Link
              key={over}
              to={paths.model(model.id, { ...params, over })}
              resetScroll={false}
              className={styles.filter}
              data-on={params.over === over}
            >
              {CHOICES[over]}
            </Link>
          ))}
        </nav>
      }
    >
      <ChartFilters model={model} params={params} />
      <div aria-busy={series.isPending || series.isPlaceholderData}>
        {series.isPending ? (
          <Skeleton height={420} />
        ) : series.isError ? (
          <QueryError
            title={t`This chart could not be drawn.`}
            error={series.error}
            onRetry={() => void series.refetch()}
          />
        ) : series.data.series.length === 0 ? (
          <EmptyMessage
            title={
              !isNarrowed(params)
                ? t`No run of this workload reports the ${{ over: WORDS[params.over] }}.`
                : t`No run of this workload matches this filter.`
            }
            action={
              !isNarrowed(params) ? undefined : (
                <Link to={paths.model(model.id, { ...params, host: null, slot: null, firmware: null })}>
                  <Trans>Show all of its runs</Trans>
                </Link>
              )
            }
          />
        ) : (
          <Drawn answer={series.data} />
        )}
      </div>
    </Card>
  );
}

function isNarrowed({ host, slot, firmware }: ModelParams): boolean {
  return host !== null || slot !== null || firmware !== null;
}

// Names under more points than these lie over each other.
const MAX_POINTS = 60;

function Drawn({ answer }: { answer: SeriesAnswer }) {
  const factors = useQuery(factorsQuery()).data?.items;
  const lines = useMemo(() => toLines(answer, factors ?? []), [answer, factors]);
  const words = seriesWords(answer, factors ?? [], "decimal");
  const points = Math.max(...answer.series.map((line) => line.points.length));
  const isMixed = answer.series.every((line) =>
    line.points.every(({ mean, median }) => (mean ?? median) === null),
  );
  const note = mixtureNote(answer, factors ?? []);
  if (isMixed && note !== null) {
    return (
      <EmptyMessage title={t`These runs mix several configurations, so no mean is shown.`} detail={note} />
    );
  }
  if (points > MAX_POINTS) {
    return (
      <EmptyMessage
        title={t`${{ points: formatCount(points) }} points are too many to tell apart in one chart.`}
        detail={t`Choose fewer above, or read them as a table in Explore.`}
      />
    );
  }
  return (
    <FactorChart
      name={`model-over-${answer.x}`}
      title={words.title}
      subtitle={marksInWords(answer)}
      reading={reading(answer, lines)}
      lines={lines}
      marks={marksOf(answer)}
      xTitle={words.xTitle}
      xKind={words.xKind}
      xUnit={words.xUnit}
      formatX={words.formatX}
      unit={seriesUnit(answer.unit)}
      units="decimal"
      metricName={answer.metric}
      isLogX={false}
      isLogY={false}
    />
  );
}
