import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { lazy, Suspense, useMemo } from "react";
import type { Timeline } from "@/api/types";
import type { Span } from "@/charts/clock-model";
import { untoldOf } from "@/charts/time-series-panels";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/subjects/runs/parts/OverTimeCharts.module.css";
import { clockNote, extentOf, split } from "@/subjects/runs/parts/run-clock";
import { Skeleton } from "@/ui/Skeleton";

const ClockChart = lazy(async () => ({ default: (await import("@/charts/ClockChart")).ClockChart }));

export const OVER_TIME = t`Performance during the run`;
/** Of four lanes, as most runs have. */
export const PENDING_HEIGHT = 640;

interface OverTimeChartsProps {
  whole: Timeline;
  /** What is drawn of it, from where to where; absent: all of it. */
  shown?: { timeline: Timeline; domain: Span; isStale: boolean };
  window?: Span | null;
  units: BandwidthUnits;
  onWindow?: (range: Span | null) => void;
}

/** What a run recorded over time on its one clock; what has no known place there by itself, and what cannot be drawn. */
export function OverTimeCharts({ whole, shown, window = null, units, onWindow }: OverTimeChartsProps) {
  const [onClock, apart] = useMemo(() => split(whole), [whole]);
  const drawn = useMemo(() => (shown === undefined ? onClock : split(shown.timeline)[0]), [shown, onClock]);
  return (
    <>
      {onClock.series.length > 0 && (
        <Suspense fallback={<Skeleton height={PENDING_HEIGHT} />}>
          <div className={shown?.isStale === true ? "stale" : undefined}>
            <ClockChart
              name="time"
              title={OVER_TIME}
              subtitle={clockNote(whole)}
              shown={drawn}
              whole={onClock}
              domain={shown?.domain ?? extentOf(whole)}
              phases={whole.clock.phases}
              zeroAtMs={whole.clock.zero_at_ms}
              window={window}
              units={units}
              {...(onWindow === undefined ? {} : { onWindow })}
            />
          </div>
        </Suspense>
      )}
      {untoldOf(whole).map(({ names, reason }) => (
        <p key={reason} role="note" className={styles.apart}>
          <Trans>
            Not drawn: {{ names: names.join(", ") }}. {reason}
          </Trans>
        </p>
      ))}
      {apart.series.length > 0 && (
        <>
          <p role="note" className={styles.apart}>
            {onClock.series.length > 0
              ? t`fio’s logs are drawn separately: their place on the run’s clock is unknown. `
              : t`Each log counts from the start of its own job. `}
            {whole.clock.reason}
          </p>
          <Suspense fallback={<Skeleton height={PENDING_HEIGHT} />}>
            <ClockChart
              name="time-apart"
              title={t`fio’s logs, on their own clock`}
              subtitle={t`0:00 is the start of the job`}
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
    </>
  );
}

function lastOf({ series, bucket_ms }: Timeline): number {
  return Math.max(bucket_ms, ...series.map(({ points }) => (points.at(-1)?.t_ms ?? 0) + bucket_ms));
}
