/** Which latencies of results a percentile chart draws. */
import { t } from "@lingui/core/macro";
import type { LatencyLine } from "@/charts/percentile-model";
import type { Direction } from "@/lib/direction";
import { type PercentileSource, percentilePoints } from "@/lib/percentiles";

type Latency = (PercentileSource & { n: number | null }) | null;

interface Named {
  key: string;
  label: string;
  result: { direction: Direction; total_ios: number | null; clat_ns: Latency; sync_lat_ns: Latency };
}

/** Lists a line of completion latency per result, and one of its syncs where it has any. */
export function listLatencyLines(results: readonly Named[]): LatencyLine[] {
  return results.flatMap(({ key, label, result }) => {
    const { direction, clat_ns: clat, sync_lat_ns: sync } = result;
    const ios = { key, label, direction, n: clat?.n ?? result.total_ios, points: percentilePoints(clat) };
    const points = percentilePoints(sync);
    if (points.length === 0) return [ios];
    return [ios, { key: t`${key} sync`, label: t`${label}, syncs`, direction, n: sync?.n ?? null, points }];
  });
}
