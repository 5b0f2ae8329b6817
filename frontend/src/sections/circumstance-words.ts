/** One side's circumstance in words: a ceiling, a temperature, CPU; with how many runs tell it and from where. Pure. */
import type { Circumstance } from "@/api/types";
import { countOf } from "@/lib/format";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatPercent,
  formatSpan,
  formatTemperature,
} from "@/lib/units";

export interface CircumstanceWords {
  /** The range over the runs; null: unknown, see `reason`. */
  text: string | null;
  reason: string;
  /** Behind the figure: runs, source, and the hop that limits. */
  detail: string;
}

const SOURCE: Record<Circumstance["base"]["source"], string> = {
  inventory: "inventory",
  samples: "sampled",
  result: "fio",
};

export function circumstanceWords(
  { unit, base, new: newer }: Circumstance,
  side: "base" | "new",
  units: BandwidthUnits,
): CircumstanceWords {
  const { low, high, n, of, source, limited_by, reason } = side === "base" ? base : newer;
  if (low === null || high === null) {
    return { text: null, reason: reason ?? "no run tells it", detail: reason ?? "" };
  }
  const format: Record<Circumstance["unit"], (value: number) => string> = {
    "bytes/s": (value) => formatBandwidth(value, units),
    "°C": formatTemperature,
    "%": formatPercent,
  };
  const hop =
    source !== "inventory"
      ? []
      : [limited_by === null ? "no single slowest link" : `slowest link ${limited_by}`];
  const runs = n === of ? countOf(n, "run") : `${n} of ${countOf(of, "run")}`;
  return {
    text: formatSpan([low, high], format[unit]),
    reason: "",
    detail: [...hop, runs, SOURCE[source]].join(" · "),
  };
}
