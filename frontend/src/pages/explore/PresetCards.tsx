import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { batchQuery } from "@/api/queries/batches";
import { factorsQuery } from "@/api/queries/factors";
import { presetsQuery } from "@/api/queries/series";
import type { Factor, SeriesPreset } from "@/api/types";
import { batchChart } from "@/components/batch-chart";
import { QueryError } from "@/components/QueryError";
import type { ExploreParams } from "@/lib/address";
import { factorOf } from "@/lib/factor";
import { isEmptyFilter, parseFilterText } from "@/lib/filter";
import { metricOf } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import { sweptInWords } from "@/lib/workload";
import styles from "@/pages/explore/ExplorePage.module.css";
import { Card as Panel } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

/** Charts to start from: the questions that people come with. */
export function PresetCards({ params }: { params: ExploreParams }) {
  const presets = useQuery(presetsQuery());
  const factors = useQuery(factorsQuery()).data?.items ?? [];
  const batches = (params.filter["batch"] ?? []).filter((value) => /^[0-9a-f-]{36}$/.test(value));
  if (presets.isError) {
    return (
      <Panel>
        <QueryError
          title="The charts could not be loaded."
          error={presets.error}
          onRetry={() => void presets.refetch()}
        />
      </Panel>
    );
  }
  return (
    <div className={styles.presets} aria-busy={presets.isPending}>
      {batches.map((id) => (
        <BatchCard key={id} id={id} />
      ))}
      {presets.data === undefined
        ? // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never change places
          Array.from({ length: 8 }, (_, i) => <Skeleton key={i} height={92} />)
        : presets.data.items.map((preset) => (
            <Card key={preset.key} preset={preset} xTitle={axisTitle(preset.x, factors)} params={params} />
          ))}
    </div>
  );
}

function axisTitle(x: string, factors: readonly Factor[]): string {
  if (x === "started_at") return "the start time";
  return metricOf(x)?.short ?? factorOf(factors, x)?.title ?? x;
}

/** The chart of a batch that is filtered for, first of all. */
function BatchCard({ id }: { id: string }) {
  const batch = useQuery(batchQuery(id)).data;
  if (batch === undefined) return null;
  const what =
    batch.swept.length === 0 ? "Its runs over time" : `What it swept: ${sweptInWords(batch.swept)}`;
  return (
    <Link to={paths.explore(batchChart(id, batch.swept))} className={styles.preset}>
      <h2>This batch: {batch.name}</h2>
      <p>{what}</p>
    </Link>
  );
}

interface CardProps {
  preset: SeriesPreset;
  xTitle: string;
  params: ExploreParams;
}

function Card({ preset, xTitle, params }: CardProps) {
  const words = (
    <>
      <h2>{preset.title}</h2>
      <p>{preset.question}</p>
    </>
  );
  if (!preset.is_available) {
    return (
      <div className={`${styles.preset} ${styles.empty}`}>
        {words}
        <p className={styles.hint}>Needs runs with at least two values of {xTitle}.</p>
      </div>
    );
  }
  const isOwn = !isEmptyFilter(params.filter);
  const chosen: ExploreParams = {
    // Who has chosen runs already is not asked to look at others.
    filter: isOwn ? params.filter : parseFilterText(preset.filter),
    x: preset.x,
    metric: preset.metric,
    by: preset.by,
    chart: preset.chart === "heat map" ? "heat-map" : "points",
    isLogX: preset.scale === "log",
    isLogY: false,
    units: params.units,
  };
  return (
    <Link to={paths.explore(chosen)} className={styles.preset}>
      {words}
      {!isOwn && preset.starts_with !== null && <p className={styles.hint}>{preset.starts_with}</p>}
    </Link>
  );
}
