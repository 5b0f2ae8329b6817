import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { type TimeRange, timeSeriesQuery } from "@/api/queries/runs";
import type { RunSeries } from "@/api/types";
import { panelsOf } from "@/charts/time-series-panels";
import { QueryError } from "@/components/QueryError";
import type { BandwidthUnits } from "@/lib/units";
import { BeforeAfter } from "@/pages/run/BeforeAfter";
import styles from "@/pages/run/TimeSeries.module.css";
import { ZoomBar } from "@/pages/run/ZoomBar";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

const TimeSeriesChart = lazy(async () => ({
  default: (await import("@/charts/TimeSeriesChart")).TimeSeriesChart,
}));

interface TimeSeriesSectionProps {
  runId: string;
  units: BandwidthUnits;
  /** Null shows the whole run. */
  range: TimeRange | null;
  onZoom: (range: TimeRange | null) => void;
}

/** How the figures went over the run: fio's logs, the agent's samples, else what was read before and after. */
export function TimeSeriesSection({ runId, units, range, onZoom }: TimeSeriesSectionProps) {
  const whole = useQuery(timeSeriesQuery(runId, null));
  const zoomed = useQuery({ ...timeSeriesQuery(runId, range), placeholderData: keepPreviousData });
  const title = "Over the time of the run";
  if (whole.isPending || zoomed.isPending) {
    return (
      <Card title={title}>
        <div style={{ height: 300 }} aria-busy="true">
          <Skeleton height={280} />
        </div>
      </Card>
    );
  }
  if (whole.isError || zoomed.isError) {
    const failed = whole.isError ? whole : zoomed;
    return (
      <Card title={title}>
        <QueryError
          title="The time series could not be loaded."
          error={failed.error}
          onRetry={() => void failed.refetch()}
        />
      </Card>
    );
  }
  if (whole.data.series.every((series) => series.points.length === 0)) {
    return <BeforeAfter runId={runId} isAlone />;
  }
  return (
    <>
      <section aria-label={title} aria-busy={zoomed.isPlaceholderData}>
        <ZoomBar shown={zoomed.data} whole={whole.data} onZoom={onZoom} />
        <Charts
          runId={runId}
          whole={whole.data}
          shown={zoomed.data}
          isStale={zoomed.isPlaceholderData}
          units={units}
          onZoom={onZoom}
        />
      </section>
      {whole.data.series.every((series) => series.source !== "samples") && (
        <BeforeAfter runId={runId} isAlone={false} />
      )}
    </>
  );
}

interface ChartsProps {
  runId: string;
  whole: RunSeries;
  shown: RunSeries;
  isStale: boolean;
  units: BandwidthUnits;
  onZoom: (range: TimeRange) => void;
}

function Charts({ runId, whole, shown, isStale, units, onZoom }: ChartsProps) {
  const wholePanels = useMemo(() => panelsOf(whole), [whole]);
  const shownPanels = useMemo(() => panelsOf(shown), [shown]);
  const grid = useMemo(
    () => ({ from_ms: shown.from_ms, to_ms: shown.to_ms, bucket_ms: shown.bucket_ms }),
    [shown.from_ms, shown.to_ms, shown.bucket_ms],
  );
  return (
    <div className={`${styles.stack} ${isStale ? styles.stale : ""}`}>
      {wholePanels.map((panel) => (
        <Suspense
          key={panel.name}
          fallback={
            <Card>
              <div style={{ height: 300, padding: 16 }}>
                <Skeleton height={260} />
              </div>
            </Card>
          }
        >
          <TimeSeriesChart
            // A panel without a value in the zoomed range keeps its frame and is empty.
            panel={
              shownPanels.find((one) => one.name === panel.name) ?? { ...panel, lines: [], second: null }
            }
            whole={panel}
            grid={grid}
            units={units}
            syncId={`run ${runId}`}
            onZoom={(from, to) => onZoom({ from_ms: Math.round(from), to_ms: Math.round(to) })}
          />
        </Suspense>
      ))}
      <p className={styles.hint}>Drag over a chart to zoom; the charts share their time.</p>
    </div>
  );
}
