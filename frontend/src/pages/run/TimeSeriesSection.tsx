import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo } from "react";
import { type TimeRange, timeSeriesQuery } from "@/api/queries/runs";
import type { Timeline } from "@/api/types";
import { QueryError } from "@/components/QueryError";
import type { BandwidthUnits } from "@/lib/units";
import { BeforeAfter } from "@/pages/run/BeforeAfter";
import { clockNote, extentOf, split } from "@/pages/run/clock";
import styles from "@/pages/run/TimeSeries.module.css";
import { WindowBar } from "@/pages/run/WindowBar";
import { WindowFigures } from "@/pages/run/WindowFigures";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

const ClockChart = lazy(async () => ({ default: (await import("@/charts/ClockChart")).ClockChart }));

const TITLE = "Over the time of the run";
/** Of four lanes, as most runs have. */
const PENDING_HEIGHT = 640;

/** The window that is chosen, and whether the charts show nothing but it. */
export interface WindowChoice {
  range: TimeRange | null;
  isZoomed: boolean;
}

interface TimeSeriesSectionProps {
  runId: string;
  units: BandwidthUnits;
  choice: WindowChoice;
  onChoose: (choice: WindowChoice) => void;
}

/** How the figures went over the run: fio's logs, the agent's samples, else what was read before and after. */
export function TimeSeriesSection({ runId, units, choice, onChoose }: TimeSeriesSectionProps) {
  const zoom = choice.isZoomed ? choice.range : null;
  const whole = useQuery(timeSeriesQuery(runId, null));
  const zoomed = useQuery({ ...timeSeriesQuery(runId, zoom), placeholderData: keepPreviousData });
  if (whole.isPending || zoomed.isPending) {
    return (
      <Card title={TITLE}>
        <div style={{ height: PENDING_HEIGHT }} aria-busy="true">
          <Skeleton height={PENDING_HEIGHT - 20} />
        </div>
      </Card>
    );
  }
  if (whole.isError || zoomed.isError) {
    const failed = whole.isError ? whole : zoomed;
    return (
      <Card title={TITLE}>
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
      <Recorded
        runId={runId}
        whole={whole.data}
        shown={zoomed.data}
        isStale={zoomed.isPlaceholderData}
        units={units}
        choice={choice}
        onChoose={onChoose}
      />
      {whole.data.series.every((series) => series.source !== "samples") && (
        <BeforeAfter runId={runId} isAlone={false} />
      )}
    </>
  );
}

interface RecordedProps extends TimeSeriesSectionProps {
  whole: Timeline;
  shown: Timeline;
  isStale: boolean;
}

function Recorded({ runId, whole, shown, isStale, units, choice, onChoose }: RecordedProps) {
  const [onClock, apart] = useMemo(() => split(whole), [whole]);
  const [shownOnClock] = useMemo(() => split(shown), [shown]);
  const extent = extentOf(whole);
  const isZoomed = choice.isZoomed && choice.range !== null;
  const setWindow = (range: TimeRange | null) =>
    onChoose({ range, isZoomed: choice.isZoomed && range !== null });
  return (
    <section aria-label={TITLE} aria-busy={isStale} className={styles.section}>
      {onClock.series.length > 0 && (
        <>
          <WindowBar choice={choice} extent={extent} onChoose={onChoose} />
          <WindowFigures
            runId={runId}
            range={choice.range}
            extent={extent}
            units={units}
            onReset={() => setWindow(null)}
          />
          <Suspense fallback={<Skeleton height={PENDING_HEIGHT} />}>
            <div className={isStale ? styles.stale : undefined}>
              <ClockChart
                name="time"
                title={TITLE}
                subtitle={clockNote(whole)}
                shown={shownOnClock}
                whole={onClock}
                domain={isZoomed ? shown : extent}
                phases={whole.clock.phases}
                zeroAtMs={whole.clock.zero_at_ms}
                window={choice.range}
                units={units}
                onWindow={setWindow}
              />
            </div>
          </Suspense>
        </>
      )}
      {apart.series.length > 0 && (
        <>
          <p role="note" className={styles.apart}>
            {onClock.series.length > 0
              ? "fio’s logs stand by themselves: where they belong among the samples is not known. "
              : "Each log counts from the start of its own job. "}
            {whole.clock.reason}
          </p>
          <Suspense fallback={<Skeleton height={PENDING_HEIGHT} />}>
            <ClockChart
              name="time-apart"
              title="fio’s logs, on their own clock"
              subtitle="0:00 is the start of the job"
              shown={apart}
              whole={apart}
              domain={{ from_ms: 0, to_ms: lastOf(apart) }}
              phases={[]}
              zeroAtMs={null}
              window={null}
              units={units}
            />
          </Suspense>
        </>
      )}
    </section>
  );
}

function lastOf({ series, bucket_ms }: Timeline): number {
  return Math.max(bucket_ms, ...series.map(({ points }) => (points.at(-1)?.t_ms ?? 0) + bucket_ms));
}
