/** A value of the API that carries its unit beside it, as text: findings' evidence, differences, firmware settings. */
import {
  formatBandwidth,
  formatBytes,
  formatCount,
  formatLatency,
  formatTemperature,
  MISSING,
} from "@/lib/units";

/** Bytes below 1 MiB are chunks and payloads, which are powers of two; above, `binary` is the caller's to say. */
const BINARY_BELOW = 2 ** 20;

export function formatFact(value: unknown, unit: string | null): string {
  if (value === null || value === undefined || value === "") return MISSING;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatNumber(value, unit);
  if (typeof value === "string") return unit === null ? value : `${value}\u00a0${unit}`;
  if (Array.isArray(value))
    return value.length === 0 ? "none" : value.map((item) => formatFact(item, unit)).join(", ");
  return JSON.stringify(value);
}

function formatNumber(value: number, unit: string | null): string {
  switch (unit) {
    case "bytes/s":
      return formatBandwidth(value);
    case "bytes":
      return formatBytes(value, value < BINARY_BELOW || value % BINARY_BELOW === 0 ? "binary" : "decimal");
    case "ns":
      return formatLatency(value);
    case "°C":
      return formatTemperature(value);
    case "lanes":
      return `×${formatCount(value)}`;
    case null:
      return formatCount(value);
    default:
      return `${formatCount(value)}\u00a0${unit}`;
  }
}
