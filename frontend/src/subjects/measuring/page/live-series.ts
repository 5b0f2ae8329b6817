/** Live samples as the lanes of a run's clock. No React, no drawing. */
import { t } from "@lingui/core/macro";
import type { LiveSample, TotalSample } from "@/api/types";
import type { TimeSeries, TimeSeriesData } from "@/charts/time-series-panels";
import type { SeriesUnit } from "@/lib/units";

const SECOND_MS = 1000;
/** A sample is a second and a little after the one before; one of the next step comes later, and no line leads to it. */
const JOINED_S = 2;

/** A second of one host, or of several together, which say rates alone. */
export type DrawnSample = Pick<LiveSample, keyof LiveSample & keyof TotalSample> & Partial<LiveSample>;

interface Drawn {
  field: Extract<keyof LiveSample, `${string}_${string}`>;
  subject: string;
  metric: string;
  direction: "read" | "write" | null;
  unit: SeriesUnit;
  source: TimeSeries["source"];
}

const DRAWN: readonly Drawn[] = [
  {
    field: "read_iops",
    subject: t`all jobs`,
    metric: "iops",
    direction: "read",
    unit: "1/s",
    source: "status_interval",
  },
  {
    field: "write_iops",
    subject: t`all jobs`,
    metric: "iops",
    direction: "write",
    unit: "1/s",
    source: "status_interval",
  },
  {
    field: "read_bw",
    subject: t`all jobs`,
    metric: "bw",
    direction: "read",
    unit: "bytes/s",
    source: "status_interval",
  },
  {
    field: "write_bw",
    subject: t`all jobs`,
    metric: "bw",
    direction: "write",
    unit: "bytes/s",
    source: "status_interval",
  },
  {
    field: "read_lat_mean_ns",
    subject: t`drives`,
    metric: "",
    direction: "read",
    unit: "ns",
    source: "samples",
  },
  {
    field: "write_lat_mean_ns",
    subject: t`drives`,
    metric: "",
    direction: "write",
    unit: "ns",
    source: "samples",
  },
  {
    field: "temperature_c",
    subject: t`hottest drive`,
    metric: "temperature",
    direction: null,
    unit: "°C",
    source: "samples",
  },
  { field: "cpu_percent", subject: t`CPU`, metric: "cpu", direction: null, unit: "%", source: "samples" },
];

/** Appends what arrived to what is shown, once each, and keeps the newest ten minutes. */
export function appendSamples(
  shown: readonly LiveSample[],
  arrived: readonly LiveSample[],
): readonly LiveSample[] {
  if (arrived.length === 0) return shown;
  const last = shown.at(-1)?.at ?? "";
  return [...shown, ...arrived.filter(({ at }) => at > last)].slice(-600);
}

// Before so many seconds a value may still come.
const SURE_AFTER = 5;

/** Why a lane of one host is not there. */
export function findMissing(samples: readonly LiveSample[]): string[] {
  if (samples.length < SURE_AFTER) return [];
  const isUnknown = (...fields: (keyof LiveSample)[]) =>
    samples.every((sample) => fields.every((field) => sample[field] === null));
  return [
    isUnknown("read_lat_mean_ns", "write_lat_mean_ns")
      ? t`No latency: the kernel counts no I/O times of a drive behind this target.`
      : null,
    isUnknown("temperature_c") ? t`No temperature: not every drive behind this target has a sensor.` : null,
    isUnknown("cpu_percent") ? t`No CPU use: the host does not show it.` : null,
  ].filter((reason) => reason !== null);
}

/** One series for each quantity that was sampled; 0:00 is the first sample. `of`: what all are of. */
export function toSeries(
  samples: readonly DrawnSample[],
  of?: string,
): TimeSeriesData & { zeroAtMs: number } {
  const zeroAtMs = Date.parse(samples[0]?.at ?? "") || 0;
  const series = DRAWN.map(({ field, ...one }): TimeSeries => {
    const points = samples.flatMap((sample) => {
      const value = sample[field] ?? null;
      if (value === null) return [];
      return [{ t_ms: Date.parse(sample.at) - zeroAtMs, min: value, mean: value, max: value, n: 1 }];
    });
    return { key: field, ...one, subject: of ?? one.subject, points };
  }).filter(({ points }) => points.length > 1);
  const to_ms = Math.max(SECOND_MS, Date.parse(samples.at(-1)?.at ?? "") - zeroAtMs || 0);
  return { zeroAtMs, from_ms: 0, to_ms, bucket_ms: SECOND_MS, reach: JOINED_S, series };
}
