/** What the axes of a series are called, and how its x is spelled. */
import { t } from "@lingui/core/macro";
import type { SeriesAnswer } from "@/api/types";
import type { MetricUnit } from "@/api/vocabulary.gen";
import type { XKind } from "@/charts/factor-model";
import { type FactorShape, factorOf, formatFactor, nameValue } from "@/lib/factor";
import { withinSentence } from "@/lib/format";
import { metricOf } from "@/lib/metrics";
import { formatMoment, formatUtcMinute } from "@/lib/time";
import { type BandwidthUnits, formatSeriesValue, type SeriesUnit } from "@/lib/units";
import { titleOfKey } from "@/subjects/runs/parts/series-lines";

const TEXT: FactorShape = { key: "", title: "", type: "text", unit: null };

export interface SeriesWords {
  title: string;
  xTitle: string;
  xKind: XKind;
  /** Of a measured x. */
  xUnit: SeriesUnit;
  formatX: (x: number | string) => string;
}

/** `zone`: in which moments are told. A copy that strangers read says UTC. */
export function seriesWords(
  answer: Pick<SeriesAnswer, "x" | "metric">,
  factors: readonly FactorShape[],
  units: BandwidthUnits,
  zone: Exclude<XKind, "factor" | "measured"> = "UTC",
): SeriesWords {
  const factor = factorOf(factors, answer.x) ?? TEXT;
  const metric = metricOf(answer.x);
  const isTime = answer.x === "started_at";
  const what = metricOf(answer.metric)?.title ?? answer.metric;
  const xTitle = isTime ? t`Started` : (metric?.short ?? titleOfKey(answer.x, factors));
  return {
    title: isTime ? t`${what} over time` : t`${what} vs. ${{ axis: withinSentence(xTitle) }}`,
    xTitle,
    xKind: isTime ? zone : metric === null ? "factor" : "measured",
    xUnit: metric === null ? "" : seriesUnit(metric.unit),
    formatX: (x) => {
      if (isTime && typeof x === "number") {
        const iso = new Date(x).toISOString();
        return zone === "UTC" ? formatUtcMinute(iso) : formatMoment(iso, new Date());
      }
      if (metric !== null && typeof x === "number")
        return formatSeriesValue(x, seriesUnit(metric.unit), units);
      const text = formatFactor(factor, x);
      const named = nameValue(xTitle, text);
      // "Slot-2" is slot 2; a value that does not repeat its word stands alone.
      return named === `${xTitle} ${text}` ? text : named;
    },
  };
}

export function seriesUnit(unit: MetricUnit): SeriesUnit {
  return unit === "IOPS" ? "1/s" : unit;
}

/** A figure of the series in a sentence, where no axis says its unit. */
export function seriesFigure(unit: MetricUnit, value: number, units: BandwidthUnits): string {
  return `${formatSeriesValue(value, seriesUnit(unit), units)}${unit === "IOPS" ? " IOPS" : ""}`;
}
