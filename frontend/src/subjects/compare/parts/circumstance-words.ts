/** One side's circumstance in words: a ceiling, a temperature, CPU; with how many runs tell it and from where. Pure. */
import { plural, t } from "@lingui/core/macro";
import type { Circumstance } from "@/api/types";
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
  inventory: t`inventory`,
  samples: t`sampled`,
  result: "fio",
};

export function circumstanceWords(
  { unit, base, new: newer }: Circumstance,
  side: "base" | "new",
  units: BandwidthUnits,
): CircumstanceWords {
  const { low, high, n, of, source, limited_by, reason } = side === "base" ? base : newer;
  if (low === null || high === null) {
    return { text: null, reason: reason ?? t`not reported`, detail: reason ?? "" };
  }
  const format: Record<Circumstance["unit"], (value: number) => string> = {
    "bytes/s": (value) => formatBandwidth(value, units),
    "°C": formatTemperature,
    "%": formatPercent,
  };
  const hop =
    source !== "inventory"
      ? []
      : [limited_by === null ? t`no single slowest link` : t`slowest link ${limited_by}`];
  const runs =
    n === of
      ? plural(n, { one: "# run", other: "# runs" })
      : t`${n} of ${plural(of, { one: "# run", other: "# runs" })}`;
  return {
    text: formatSpan([low, high], format[unit]),
    reason: "",
    detail: [...hop, runs, SOURCE[source]].join(" · "),
  };
}
