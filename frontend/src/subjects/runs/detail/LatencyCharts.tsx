import { t } from "@lingui/core/macro";
import { useQueries } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import type { Result } from "@/api/types";
import { MAX_SERIES } from "@/charts/series-style";
import { workloadInWords } from "@/lib/workload";
import styles from "@/subjects/runs/detail/RunPage.module.css";
import { resultLabels } from "@/subjects/runs/detail/result-label";
import { listLatencyLines } from "@/subjects/runs/parts/latency-lines";
import { cdfQuery } from "@/subjects/runs/queries/results";
import { Card } from "@/ui/Card";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

// Recharts is a third of all script: the page's words and numbers do not wait for it.
const LatencyPercentileChart = lazy(async () => ({
  default: (await import("@/charts/LatencyPercentileChart")).LatencyPercentileChart,
}));
const LatencyCdfChart = lazy(async () => ({
  default: (await import("@/charts/LatencyCdfChart")).LatencyCdfChart,
}));

/** Both views of completion latency; the distribution only where the file has bins. */
export function LatencyCharts({ results }: { results: readonly Result[] }) {
  const labels = useMemo(() => resultLabels(results), [results]);
  const lines = useMemo(
    () =>
      listLatencyLines(
        results.map((result) => ({
          key: result.id,
          label: labels.get(result.id) ?? result.direction,
          result,
        })),
      ),
    [results, labels],
  );
  const withBins = results.filter((result) => result.clat_ns?.has_histogram).slice(0, MAX_SERIES);
  const workloads = [...new Set(results.map(workloadInWords))];
  const subtitle =
    workloads.length === 1
      ? t`${{ workload: workloads[0] ?? "" }} · logarithmic`
      : t`one line per result · logarithmic`;
  return (
    <div
      className="grid gap-16"
      style={{ gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 520px), 1fr))" }}
    >
      <Suspense fallback={<ChartPending />}>
        <LatencyPercentileChart lines={lines} subtitle={subtitle} />
      </Suspense>
      {withBins.length > 0 && (
        <Suspense fallback={<ChartPending />}>
          <Cdf results={withBins} labels={labels} />
        </Suspense>
      )}
    </div>
  );
}

function Cdf({ results, labels }: { results: readonly Result[]; labels: ReadonlyMap<string, string> }) {
  const { answers, error, isPending, retry } = useQueries({
    queries: results.map((result) => cdfQuery(result.id)),
    combine: combineAnswers,
  });
  const curves = useMemo(
    () =>
      results.map((result, i) => ({
        key: result.id,
        label: labels.get(result.id) ?? result.direction,
        direction: result.direction,
        points: answers[i]?.points ?? [],
      })),
    [results, labels, answers],
  );
  const notice =
    error !== null ? (
      <QueryError title={t`The distribution could not be loaded.`} error={error} onRetry={retry} />
    ) : isPending ? (
      <Skeleton height={220} />
    ) : undefined;
  return (
    <LatencyCdfChart
      curves={curves}
      subtitle={t`share of I/Os at or below each latency, from json+ bins`}
      notice={notice}
    />
  );
}

type CdfAnswer = ReturnType<typeof useQueries<ReturnType<typeof cdfQuery>[]>>;

function combineAnswers(queries: CdfAnswer) {
  return {
    answers: queries.map((query) => query.data),
    error: queries.find((query) => query.isError)?.error ?? null,
    isPending: queries.some((query) => query.isPending),
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch();
    },
  };
}

function ChartPending() {
  return (
    <Card>
      <div className={styles.chartPending}>
        <Skeleton width="40%" height={16} />
        <Skeleton height={300} />
      </div>
    </Card>
  );
}
