import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { factorsQuery } from "@/api/queries/factors";
import { seriesQuery } from "@/api/queries/series";
import type { DriveModelDetail, ModelWorkload, SeriesAnswer } from "@/api/types";
import { FactorChart } from "@/charts/FactorChart";
import { QueryError } from "@/components/QueryError";
import type { ModelParams } from "@/lib/address";
import { paths } from "@/lib/paths";
import styles from "@/sections/Fleet.module.css";
import { workloadFilter } from "@/sections/model-words";
import { marksInWords, marksOf, reading, toLines } from "@/sections/series-lines";
import { seriesUnit, seriesWords } from "@/sections/series-words";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Skeleton } from "@/ui/Skeleton";

const OVER = { firmware: "drive.firmware", slot: "slot", host: "host" } as const;
const WORDS = { firmware: "firmware", slot: "slot", host: "host" } as const;

interface ModelChartProps {
  model: DriveModelDetail;
  workload: ModelWorkload;
  params: ModelParams;
}

/** The same model and workload by firmware, by slot or by host, of alike runs. */
export function ModelChart({ model, workload, params }: ModelChartProps) {
  const filter = workloadFilter(model.model, workload.workload, workload.direction);
  const x = OVER[params.over];
  const metric = "bw_bytes_per_s";
  const series = useQuery(seriesQuery({ filter, x, metric, by: null }));
  return (
    <Card
      title={`${workload.workload}, by ${WORDS[params.over]}`}
      subtitle={<Link to={paths.explore({ filter, x, metric })}>Open in Explore</Link>}
      actions={
        <nav aria-label="Chart by" className={styles.filters}>
          {(["firmware", "slot", "host"] as const).map((over) => (
            <Link
              key={over}
              to={paths.model(model.id, { ...params, over })}
              resetScroll={false}
              className={styles.filter}
              data-on={params.over === over}
            >
              by {WORDS[over]}
            </Link>
          ))}
        </nav>
      }
    >
      <div aria-busy={series.isPending || series.isPlaceholderData}>
        {series.isPending ? (
          <Skeleton height={420} />
        ) : series.isError ? (
          <QueryError
            title="This chart could not be drawn."
            error={series.error}
            onRetry={() => void series.refetch()}
          />
        ) : series.data.series.length === 0 ? (
          <EmptyMessage title={`No run of this workload tells its ${WORDS[params.over]}.`} />
        ) : (
          <Drawn answer={series.data} />
        )}
      </div>
    </Card>
  );
}

function Drawn({ answer }: { answer: SeriesAnswer }) {
  const factors = useQuery(factorsQuery()).data?.items;
  const lines = useMemo(() => toLines(answer, factors ?? []), [answer, factors]);
  const words = seriesWords(answer, factors ?? [], "decimal");
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
