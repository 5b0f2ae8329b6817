/** What is known of a figure beside its value: how far it was rounded, and where a setting comes from. */
import { t } from "@lingui/core/macro";
import { type PercentileSource, percentilePoints, pointText } from "@/lib/percentiles";
import { formatBandwidth, formatLatency, formatLatencyTick, withDigits } from "@/lib/units";

/** Between which figures a rounded one lies; null when it is exact. */
export function boundsInWords(
  bounds: readonly number[] | null,
  format: (value: number) => string,
): string | null {
  const [low, high] = bounds ?? [];
  if (low === undefined || high === undefined) return null;
  return t`rounded: at least ${{ low: format(low) }}, below ${{ high: format(high) }}`;
}

/** The same of a bandwidth, whose bounds may differ in the seventh digit only. */
export function bandwidthBoundsInWords(bounds: readonly number[] | null): string | null {
  return boundsInWords(bounds, (value) => withDigits(formatBandwidth(value), value, EXACT_DIGITS));
}

const EXACT_DIGITS = 12;

interface FigureWords {
  text: string;
  title: string | undefined;
}

/** A percentile with no more digits than it was printed with: "9 ms" where fio prints whole milliseconds. */
export function percentileInWords(ns: number, resolutionNs: number): FigureWords {
  if (resolutionNs <= 1 || resolutionNs * 200 <= ns) return { text: formatLatency(ns), title: undefined };
  return {
    text: formatLatencyTick(ns),
    title: t`rounded to ${{ resolutionNs: formatLatencyTick(resolutionNs).replace(/^1\s/, "") }}`,
  };
}

/** One percentile of a latency as far as it is known; null when it is not in the output. */
export function formatKnownPercentile(
  latency: (PercentileSource & { percentile_resolution_ns: number }) | null,
  percentile: number,
): FigureWords | null {
  const point = percentilePoints(latency).find((one) => one.percentile === percentile);
  if (latency === null || point === undefined) return null;
  if (point.isLowerBound) return { text: pointText(point), title: undefined };
  return percentileInWords(point.ns, latency.percentile_resolution_ns);
}

const SETTING: Readonly<Record<string, string>> = { bs_bytes: "bs" };
const SOURCE: Readonly<Record<string, string>> = {
  default: t`fio's default`,
  measured: t`measured`,
  banner: t`as fio announced`,
  command_line: t`from the command line`,
  latency_depth: t`as fio reports its depth`,
  members: t`counted`,
  tool: t`always set by the tool`,
  typed: t`typed by hand`,
};

/** Whether a person typed the figures, and no output of a tool holds them. */
export function isTyped({
  settings_source: source,
}: {
  settings_source: Readonly<Record<string, string>> | null;
}): boolean {
  return source?.["direction"] === "typed";
}

/** "rw, bs as fio announced · numjobs counted"; null when every setting was given as an option, or it is not known. */
export function originsInWords(source: Readonly<Record<string, string>> | null): string | null {
  const settings = Object.entries(source ?? {}).filter(([name]) => name !== "direction");
  const bySource = Map.groupBy(settings, ([, from]) => from);
  const parts = [...bySource].map(
    ([from, settings]) =>
      `${settings.map(([name]) => SETTING[name] ?? name).join(", ")} ${SOURCE[from] ?? from.replaceAll("_", " ")}`,
  );
  return parts.length === 0 ? null : parts.join(" · ");
}

export const TYPED = t`Figures entered manually, without tool output`;

export const MERGED_SECTIONS = t`fio merged several job sections into this entry: its name and options describe only some of them`;
