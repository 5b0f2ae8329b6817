/** What fio's own steadystate criterion gave. */
import { t } from "@lingui/core/macro";
import type { ResultFigures } from "@/api/types";
import { formatBandwidth, formatCount, formatIops, formatLatency, formatRuntime } from "@/lib/units";

export type SteadyState = NonNullable<ResultFigures["steady_state"]>;

const SLOPES: Readonly<Record<NonNullable<SteadyState["metric"]>, string>> = {
  iops: t`IOPS slope`,
  bw: t`bandwidth slope`,
  lat: t`latency slope`,
};
const DEVIATIONS: Readonly<Record<NonNullable<SteadyState["metric"]>, string>> = {
  iops: t`IOPS deviation`,
  bw: t`bandwidth deviation`,
  lat: t`latency deviation`,
};

/** "reached after 8.57 s", "not reached within 60.0 s"; fio ends the job when its criterion is met. */
export function steadyHeadline({ is_attained }: SteadyState, runtime_ms: number | null): string | null {
  if (is_attained === null) return null;
  return is_attained
    ? t`reached after ${{ time: formatRuntime(runtime_ms) }}`
    : t`not reached within ${{ time: formatRuntime(runtime_ms) }}`;
}

/** "IOPS slope 0.12 %, limit 0.3 %, window 30.0 s"; as much of it as the output says. */
export function steadyCriterion({ metric, kind, limit, reached, is_share, window_s }: SteadyState): string {
  if (metric === null || kind === null || reached === null) return "";
  const format = (value: number) => (is_share ? inPercent(value) : inUnit(metric, value));
  const name = (kind === "slope" ? SLOPES : DEVIATIONS)[metric];
  return [
    `${name} ${format(Math.abs(reached))}`,
    ...(limit === null ? [] : [t`limit ${{ limit: format(limit) }}`]),
    ...(window_s === null ? [] : [t`window ${{ window: formatRuntime(1000 * window_s) }}`]),
  ].join(", ");
}

function inUnit(metric: NonNullable<SteadyState["metric"]>, value: number): string {
  if (metric === "bw") return formatBandwidth(value);
  return metric === "iops" ? `${formatIops(value)}\u00a0IOPS` : formatLatency(value);
}

/** Limits are small: three digits, never rounded to 0. */
function inPercent(value: number): string {
  const rounded = Number(value.toPrecision(3));
  return `${rounded < 0.001 ? rounded : formatCount(rounded)}\u00a0%`;
}
