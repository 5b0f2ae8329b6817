import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type CompareQuery, distributionQuery, type LatencyKind } from "@/api/queries/compare";
import type { ComparedDistribution } from "@/api/types";
import { EffectChart } from "@/charts/EffectChart";
import { LatencyCdfChart } from "@/charts/LatencyCdfChart";
import { LatencyPercentileChart } from "@/charts/LatencyPercentileChart";
import type { Series } from "@/charts/series-style";
import { QueryError } from "@/components/QueryError";
import { countOf } from "@/lib/format";
import styles from "@/pages/compare/ComparePage.module.css";
import type { CompareRow } from "@/report/comparison-rows";
import { shiftRows } from "@/report/percentile-shifts";
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
  return <Charts answer={answer.data} row={row} sides={sides} />;
}

interface ChartsProps {
  answer: ComparedDistribution;
  row: CompareRow;
  sides: readonly Series[];
}

function Charts({ answer, row, sides }: ChartsProps) {
  const lines = useMemo(() => {
    return answer.sides.flatMap((side, i) => {
      const series = sides[i];
      if (series === undefined || side.n === 0) return [];
      const { key, label, style } = series;
      return [
        {
          ...{ key, label, style, direction: row.direction, n: side.n },
          cdf: side.cdf,
          percentiles: side.percentiles.map(({ percentile, ns, high_ns }) => ({
            percentile,
            ns,
            isLowerBound: high_ns === null,
          })),
        },
      ];
    });
  }, [answer, sides, row.direction]);
  const curves = useMemo(() => lines.map(({ cdf, ...line }) => ({ ...line, points: cdf })), [lines]);
  const percentiles = useMemo(
    () => lines.map(({ percentiles: points, ...line }) => ({ ...line, points })),
    [lines],
  );
  const shifts = useMemo(() => shiftRows(answer.shifts), [answer.shifts]);
  const without = answer.sides.reduce((sum, side) => sum + side.runs_without_bins, 0);
  const subtitle = [
    row.name,
    "bins of all runs added",
    ...(without === 0 ? [] : [`${countOf(without, "run")} without bins left out`]),
  ].join(" · ");
  return (
    <>
      <div className={styles.charts}>
        <LatencyPercentileChart lines={percentiles} subtitle={`${subtitle} · logarithmic`} />
        <LatencyCdfChart curves={curves} subtitle={subtitle} />
      </div>
      <EffectChart
        name="percentile-shift"
        title="Shift of each latency percentile from base"
        subtitle="Right is better (lower latency) · over the runs' own percentiles · whisker = 95 % interval of each alone · grey includes no change"
        rows={shifts}
        sides={sides.slice(1)}
        isLowerBetter
      />
    </>
  );
}
