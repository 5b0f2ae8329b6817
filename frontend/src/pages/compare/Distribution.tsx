import { useQuery } from "@tanstack/react-query";
import { type CompareQuery, distributionQuery, type LatencyKind } from "@/api/queries/compare";
import type { Series } from "@/charts/series-style";
import { QueryError } from "@/components/QueryError";
import styles from "@/pages/compare/ComparePage.module.css";
import type { CompareRow } from "@/sections/comparison-rows";
import { DistributionCharts } from "@/sections/DistributionCharts";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

interface DistributionProps {
  row: CompareRow;
  /** Base first. */
  sides: readonly Series[];
  query: CompareQuery;
  kind: LatencyKind;
}

const TITLE = "Latency, side by side";

/** How latency is distributed on each side: bins of all runs added, and how far each percentile moved. */
export function Distribution({ row, sides, query, kind }: DistributionProps) {
  const answer = useQuery(distributionQuery(query, row.key, kind));
  if (answer.isError) {
    return (
      <Card title={TITLE}>
        <QueryError
          title="The distributions could not be loaded."
          error={answer.error}
          onRetry={() => void answer.refetch()}
        />
      </Card>
    );
  }
  if (answer.data === undefined) {
    return (
      <Card title={TITLE}>
        <div aria-busy="true">
          <Skeleton height={280} />
        </div>
      </Card>
    );
  }
  if (answer.data.sides.every(({ n }) => n === 0)) {
    return (
      <Card title={TITLE}>
        <p className={styles.hint}>
          No run of this workload has latency bins. They come with <code>--output-format=json+</code>.
        </p>
      </Card>
    );
  }
  return <DistributionCharts answer={answer.data} name={row.name} sides={sides} />;
}
