/** Metrics of a result: their names in the API, their titles, and how their base units are shown. */
import { LATENCY_METRICS, METRICS, type MetricUnit } from "@/api/vocabulary.gen";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatEnergy,
  formatIops,
  formatIopsPerWatt,
  formatLatency,
  formatPercent,
  formatRatedShare,
} from "@/lib/units";

export interface Metric {
  name: string;
  title: string;
  short: string;
  unit: MetricUnit;
  isLowerBetter: boolean;
}

/** What menus offer; the names of all others are metrics too. */
export const OFFERED_METRICS: readonly Metric[] = METRICS;

/** What comparisons ask for on every visit, so that changing the metric in view asks for nothing new. */
export const USUAL_METRICS: readonly string[] = METRICS.filter(({ isUsual }) => isUsual).map(
  ({ name }) => name,
);

const LATENCY = new RegExp(LATENCY_METRICS.pattern);

/** The metric of this name; null where the name is none. Any percentile is a metric: `clat_p99_9_ns`. */
export function metricOf(name: string): Metric | null {
  const offered = OFFERED_METRICS.find((metric) => metric.name === name);
  if (offered !== undefined) return offered;
  const match = LATENCY.exec(name);
  if (match === null) return null;
  const kind = match[1] as keyof typeof LATENCY_METRICS.kinds;
  const statistic = match[2] ?? `p${(match[3] ?? "").replace("_", ".")}`;
  const { kinds, unit, isLowerBetter } = LATENCY_METRICS;
  return {
    name,
    title: `${statistic} ${kinds[kind].toLowerCase()}`,
    short: `${statistic} ${kind}`,
    unit,
    isLowerBetter,
  };
}

/** Whether a filter by this metric reads the document of every result: it is none of those with a column of their own. */
export function isReadFromDocuments(name: string): boolean {
  return LATENCY.test(name) && !OFFERED_METRICS.some((metric) => metric.name === name);
}

/** Whether a metric is a percentile, of which no mean is made. */
export function isPercentile(name: string): boolean {
  return LATENCY.exec(name)?.[3] !== undefined;
}

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
    case "share":
      return formatRatedShare(value);
    case "J/byte":
      return formatEnergy(value);
    case "IOPS/W":
      return formatIopsPerWatt(value);
  }
}
