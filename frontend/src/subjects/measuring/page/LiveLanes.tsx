import { t } from "@lingui/core/macro";
import { lazy, Suspense, useMemo } from "react";
import { formatBandwidth, formatIops, formatLatency, formatPercent, formatTemperature } from "@/lib/units";
import { type DrawnSample, toSeries } from "@/subjects/measuring/page/live-series";
import styles from "@/subjects/measuring/page/RequestPage.module.css";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

const ClockChart = lazy(async () => ({ default: (await import("@/charts/ClockChart")).ClockChart }));
const CHART_HEIGHT = 480;

/** What one second showed. */
export function LiveFigures({ sample }: { sample: DrawnSample | undefined }) {
  if (sample === undefined) return null;
  const figures = [
    { name: t`Read IOPS`, value: sample.read_iops, format: formatIops },
    { name: t`Write IOPS`, value: sample.write_iops, format: formatIops },
    { name: t`Read bandwidth`, value: sample.read_bw, format: formatBandwidth },
    { name: t`Write bandwidth`, value: sample.write_bw, format: formatBandwidth },
    { name: t`Drive read latency, mean`, value: sample.read_lat_mean_ns ?? null, format: formatLatency },
    { name: t`Drive write latency, mean`, value: sample.write_lat_mean_ns ?? null, format: formatLatency },
    { name: t`Drive temperature`, value: sample.temperature_c ?? null, format: formatTemperature },
    { name: t`CPU`, value: sample.cpu_percent ?? null, format: formatPercent },
  ];
  return (
    <dl className={styles.figures}>
      {figures.map(
        ({ name, value, format }) =>
          value !== null && (
            <div key={name}>
              <dt className="faint tiny">{name}</dt>
              <dd>{format(value)}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface LiveLanesProps {
  samples: readonly DrawnSample[];
  subtitle: string;
  /** What the rates are of, where it is not one host's jobs. */
  of?: string;
}

/** Rates second by second; nothing before there are two. */
export function LiveLanes({ samples, subtitle, of }: LiveLanesProps) {
  const data = useMemo(() => toSeries(samples, of), [samples, of]);
  if (data.series.length === 0) return null;
  return (
    <Card>
      <Suspense fallback={<Skeleton height={CHART_HEIGHT} />}>
        <ClockChart
          name="live"
          title={t`Live`}
          subtitle={subtitle}
          shown={data}
          whole={data}
          domain={{ from_ms: 0, to_ms: data.to_ms }}
          phases={[]}
          zeroAtMs={data.zeroAtMs}
          window={null}
          units="decimal"
        />
      </Suspense>
    </Card>
  );
}
