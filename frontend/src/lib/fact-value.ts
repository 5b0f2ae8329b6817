/** A value of the API that carries its unit beside it, as text: findings' evidence, differences, firmware settings. */
import { t } from "@lingui/core/macro";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatBytesExact,
  formatCount,
  formatIops,
  formatLanes,
  formatLatency,
  formatRuntime,
  formatSize,
  formatTemperature,
  MISSING,
} from "@/lib/units";

/** `of` is what the value belongs to (a field's path, a factor's key): sizes of memory and of drives are spelled unlike. */
export function formatFact(
  value: unknown,
  unit: string | null,
  of = "",
  units: BandwidthUnits = "decimal",
): string {
  if (value === null || value === undefined || value === "") return MISSING;
  if (typeof value === "boolean") return value ? t`yes` : t`no`;
  if (typeof value === "number") return formatNumber(value, unit, of, units);
  if (typeof value === "string") return unit === null ? value : `${value}\u00a0${unit}`;
  if (Array.isArray(value))
    return value.length === 0 ? t`none` : value.map((item) => formatFact(item, unit, of, units)).join(", ");
  return JSON.stringify(value);
}

/** Every byte of a size that `formatFact` rounds, for its title; undefined where nothing is rounded. */
export function exactFact(value: unknown, unit: string | null): string | undefined {
  return typeof value === "number" && unit === "bytes" ? formatBytesExact(value) : undefined;
}

function formatNumber(value: number, unit: string | null, of: string, units: BandwidthUnits): string {
  switch (unit) {
    case "bytes/s":
      return formatBandwidth(value, units);
    case "bytes":
      return formatSize(value, of);
    case "ns":
      return formatLatency(value);
    case "ms":
      return formatRuntime(value);
    case "IOPS":
      return `${formatIops(value)}\u00a0IOPS`;
    case "°C":
      return formatTemperature(value);
    case "lanes":
      return formatLanes(value);
    case null:
      return formatCount(value);
    default:
      return `${formatCount(value)}\u00a0${unit}`;
  }
}
