/** How a judgement on a purpose reads in a table. */
import { t } from "@lingui/core/macro";
import type { JudgedRequirement } from "@/api/types";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatCount,
  formatIops,
  formatLatency,
  formatLatencyTick,
  formatRuntime,
} from "@/lib/units";
import type { Tone } from "@/ui/Badge";

/** The answer in one word or a count; the colour only repeats it. */
export function purposeAnswer(one: JudgedRequirement): { word: string; tone: Tone } {
  if (one.count !== null) return { word: `${formatCount(one.count)} ${one.counted_in}`, tone: "plain" };
  if (one.seconds !== null) return { word: formatRuntime(one.seconds * 1000), tone: "plain" };
  if (one.answer === "fails")
    return one.is_narrow ? { word: t`No, narrowly`, tone: "bad" } : { word: t`No`, tone: "bad" };
  if (one.answer === null) return { word: t`Below recommendation`, tone: "warn" };
  if (one.is_narrow) return { word: t`Barely`, tone: "warn" };
  return { word: one.answer === "comfortable" ? t`Yes, with margin` : t`Yes`, tone: "ok" };
}

/** A value in the unit of its metric. */
export function formatPurposeValue(value: number, unit: string, units: BandwidthUnits): string {
  if (unit === "ns") return formatLatency(value);
  return unit === "IOPS" ? `${formatIops(value)} IOPS` : formatBandwidth(value, units);
}

/** A limit as its source has it: `≤ 10 ms`. */
export function formatPurposeLimit(limit: number, unit: string, units: BandwidthUnits): string {
  if (unit === "ns") return `≤ ${formatLatencyTick(limit)}`;
  return `≥ ${unit === "IOPS" ? `${formatCount(limit)} IOPS` : formatBandwidth(limit, units)}`;
}

/** `4.2 ×`: how many times better than the limit; below 1 it misses. */
export function formatMargin(margin: number): string {
  return `${formatIops(margin)} ×`;
}

/** What has to be done before the answer can be relied on, or what would have to be better. */
export function purposeAdvice(one: JudgedRequirement): string | null {
  if (!one.is_settled) return t`Too close to the limit to tell from one run; repeat it.`;
  if (one.need !== null) return one.need;
  return one.judge === null ? null : t`Official test: ${{ judge: one.judge }}.`;
}
