/** Metrics of a result: their names in the API, their titles, and how their base units are shown. */
import {
  type BandwidthUnits,
  formatBandwidth,
  formatIops,
  formatLatency,
  formatPercent,
  formatTemperature,
} from "@/lib/units";

export type MetricUnit = "IOPS" | "bytes/s" | "ns" | "%" | "°C";

export interface Metric {
  name: string;
  title: string;
  short: string;
  unit: MetricUnit;
  /** Which way is better; null: neither. */
  isLowerBetter: boolean | null;
}

const KINDS = { clat: "Completion latency", lat: "Total latency", slat: "Submission latency" } as const;
const STATISTICS = ["mean", "min", "max", "stddev"];

const PLAIN: readonly Metric[] = [
  { name: "iops", title: "IOPS", short: "IOPS", unit: "IOPS", isLowerBetter: false },
  { name: "bw_bytes_per_s", title: "Bandwidth", short: "Bandwidth", unit: "bytes/s", isLowerBetter: false },
  { name: "cpu_pct", title: "CPU, user and system", short: "CPU", unit: "%", isLowerBetter: true },
  {
    name: "temperature_c",
    title: "Highest drive temperature",
    short: "Temperature",
    unit: "°C",
    isLowerBetter: true,
  },
];

/** The metric of this name; null where the name is none. Any percentile is a metric: `clat_p99_9_ns`. */
export function metricOf(name: string): Metric | null {
  const plain = PLAIN.find((metric) => metric.name === name);
  if (plain !== undefined) return plain;
  const match = /^(clat|lat|slat)_(?:([a-z]+)|p(\d{1,3}(?:_\d{1,5})?))_ns$/.exec(name);
  if (match === null) return null;
  const kind = match[1] as keyof typeof KINDS;
  const statistic = match[2] ?? `p${(match[3] ?? "").replace("_", ".")}`;
  if (match[2] !== undefined && !STATISTICS.includes(match[2])) return null;
  return {
    name,
    title: `${KINDS[kind]}, ${statistic}`,
    short: `${statistic} ${kind}`,
    unit: "ns",
    isLowerBetter: true,
  };
}

/** What menus offer; the names of all others are metrics too. */
export const OFFERED_METRICS: readonly Metric[] = [
  "iops",
  "bw_bytes_per_s",
  ...(["clat", "lat", "slat"] as const).flatMap((kind) =>
    ["mean", "p50", "p95", "p99", "p99_9"].map((what) => `${kind}_${what}_ns`),
  ),
  "cpu_pct",
].flatMap((name) => metricOf(name) ?? []);

/** A value of a metric, with its unit. */
export function formatMetric(metric: Metric, value: number | null, units: BandwidthUnits): string {
  switch (metric.unit) {
    case "IOPS":
      return formatIops(value);
    case "bytes/s":
      return formatBandwidth(value, units);
    case "ns":
      return formatLatency(value);
    case "%":
      return formatPercent(value);
    case "°C":
      return formatTemperature(value);
  }
}
