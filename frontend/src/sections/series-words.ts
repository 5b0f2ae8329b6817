/** What the axes of a series are called, and how its x is spelled. */
import type { Factor, SeriesAnswer } from "@/api/types";
import type { XKind } from "@/charts/factor-model";
import { type FactorShape, factorOf, formatFactor } from "@/lib/factor";
import { metricOf } from "@/lib/metrics";
import { formatUtcMinute } from "@/lib/time";
import { type BandwidthUnits, formatSeriesValue, type SeriesUnit } from "@/lib/units";

const TEXT: FactorShape = { key: "", title: "", type: "text", unit: null };

export interface SeriesWords {
  title: string;
  xTitle: string;
  xKind: XKind;
  /** Of a measured x. */
  xUnit: SeriesUnit;
  formatX: (x: number | string) => string;
}

export function seriesWords(
  answer: SeriesAnswer,
  factors: readonly Factor[],
  units: BandwidthUnits,
): SeriesWords {
  const factor = factorOf(factors, answer.x) ?? TEXT;
  const metric = metricOf(answer.x);
  const isTime = answer.x === "started_at";
  const xTitle = isTime ? "Started" : (metric?.short ?? (factor.title === "" ? answer.x : factor.title));
  return {
    title: `${metricOf(answer.metric)?.title ?? answer.metric} over ${xTitle}`,
    xTitle,
    xKind: isTime ? "UTC" : metric === null ? "factor" : "measured",
    xUnit: metric === null ? "" : seriesUnit(metric.unit),
    formatX: (x) => {
      if (isTime && typeof x === "number") return formatUtcMinute(new Date(x).toISOString());
      if (metric !== null && typeof x === "number")
        return formatSeriesValue(x, seriesUnit(metric.unit), units);
      return formatFactor(factor, x);
    },
  };
}

export function seriesUnit(unit: string): SeriesUnit {
  if (unit === "IOPS") return "1/s";
  return unit === "bytes/s" || unit === "ns" || unit === "%" || unit === "share" ? unit : "";
}
