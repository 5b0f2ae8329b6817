/** What a reference set says, in words. */
import { plural, t } from "@lingui/core/macro";
import type { PlacedResult, SetFigure } from "@/api/types";
import { type BandwidthUnits, formatBandwidth, formatIops } from "@/lib/units";

export function formatSetValue(value: number, unit: PlacedResult["unit"], units: BandwidthUnits): string {
  return unit === "IOPS" ? `${formatIops(value)} IOPS` : formatBandwidth(value, units);
}

/** The middle half of the drives; of fewer than three all values. */
export function middleOf({
  quantiles,
  low,
  high,
}: Pick<SetFigure, "quantiles" | "low" | "high">): readonly [number, number] {
  return [quantiles?.[5] ?? low, quantiles?.[15] ?? high];
}

export function countSet({ drives, runs, labs }: Pick<SetFigure, "drives" | "runs" | "labs">): string {
  const words = [
    plural(drives, { one: "# drive", other: "# drives" }),
    plural(runs, { one: "# run", other: "# runs" }),
  ];
  if (labs > 1) words.push(plural(labs, { one: "# lab", other: "# labs" }));
  return words.join(", ");
}

/** When it was measured and on what; null where the set does not say it. */
export function whenMeasured({ first, last, cpu }: Pick<SetFigure, "first" | "last" | "cpu">): string | null {
  const time = first === null || last === null ? null : first === last ? first : t`${first} to ${last}`;
  const words = [time, cpu.length > 0 ? cpu.join(", ") : null].filter((one) => one !== null);
  return words.length > 0 ? words.join(" · ") : null;
}
