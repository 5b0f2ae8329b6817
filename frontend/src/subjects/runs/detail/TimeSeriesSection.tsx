import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Timeline } from "@/api/types";
import type { BandwidthUnits } from "@/lib/units";
import { BeforeAfter } from "@/subjects/runs/detail/BeforeAfter";
import { WindowBar } from "@/subjects/runs/detail/WindowBar";
import { WindowFigures } from "@/subjects/runs/detail/WindowFigures";
import { OVER_TIME, OverTimeCharts, PENDING_HEIGHT } from "@/subjects/runs/parts/OverTimeCharts";
import { extentOf, split } from "@/subjects/runs/parts/run-clock";
import { type TimeRange, timeSeriesQuery, windowQuery } from "@/subjects/runs/queries/runs";
import { WaitingCard } from "@/ui/page/WaitingCard";

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
  // The figures above the charts would move them as they come.
  const figures = useQuery({
    ...windowQuery(runId, choice.range),
    enabled: whole.data !== undefined && split(whole.data)[0].series.length > 0,
    placeholderData: keepPreviousData,
  });
  if (whole.data === undefined || zoomed.data === undefined || figures.isLoading) {
    const missing = whole.isError ? whole : zoomed.isError ? zoomed : figures;
    return (
      <WaitingCard
        title={OVER_TIME}
        query={missing}
        failure={t`The time series could not be loaded.`}
        height={PENDING_HEIGHT - 20}
      />
    );
  }
  if (whole.data.series.every(({ points, reason }) => points.length === 0 && reason === null)) {
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
  const extent = extentOf(whole);
  const isZoomed = choice.isZoomed && choice.range !== null;
  const setWindow = (range: TimeRange | null) =>
    onChoose({ range, isZoomed: choice.isZoomed && range !== null });
  const hasClock = split(whole)[0].series.length > 0;
  return (
    <section aria-label={OVER_TIME} aria-busy={isStale} className="stack gap-12">
      {hasClock && (
        <>
          <WindowBar choice={choice} extent={extent} onChoose={onChoose} />
          <WindowFigures
            runId={runId}
            range={choice.range}
            whole={whole}
            units={units}
            onReset={() => setWindow(null)}
          />
        </>
      )}
      <OverTimeCharts
        whole={whole}
        shown={{ timeline: shown, domain: isZoomed ? shown : extent, isStale }}
        window={choice.range}
        units={units}
        onWindow={setWindow}
      />
    </section>
  );
}
