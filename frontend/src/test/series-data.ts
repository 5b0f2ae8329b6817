/** Time series as the service gives them. */
import type { BucketPoint, TimeSeries, TimeSeriesData } from "@/charts/time-series-panels";

export function point(t_ms: number, mean: number, more: Partial<BucketPoint> = {}): BucketPoint {
  return { t_ms, min: mean, mean, max: mean, n: 1, ...more };
}

export function series(key: string, more: Partial<TimeSeries> = {}): TimeSeries {
  return {
    key,
    source: "samples",
    subject: "disk:nvme0n1",
    metric: "bw_bytes_per_s",
    direction: "read",
    unit: "bytes/s",
    points: [0, 1000, 2000, 3000].map((t) => point(t, 1e9)),
    ...more,
  };
}

export function runSeries(list: readonly TimeSeries[], more: Partial<TimeSeriesData> = {}): TimeSeriesData {
  return { from_ms: 0, to_ms: 4000, bucket_ms: 1000, series: list, ...more };
}

export const temperature = (disk: string, ...celsius: number[]) =>
  series(`${disk} temperature`, {
    subject: `disk:${disk}`,
    metric: "temperature_c",
    direction: null,
    unit: "°C",
    points: celsius.map((value, i) => point(i * 1000, value)),
  });
