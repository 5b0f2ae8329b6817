/**
 * Base units to text: bytes/s, operations/s, ns, bytes, ms, percent. The only place that rounds a measured number.
 * Unknown stays unknown: null gives MISSING, never 0. Rules: decimal bandwidth by default (datasheets), three
 * significant digits, the unit switches at 999.5 so that 999.7k is "1.00M" and never "1000k".
 */
import { t } from "@lingui/core/macro";

export const MISSING = "–";
const NBSP = "\u00a0";

export type BandwidthUnits = "decimal" | "binary";
type Quantity = number | null | undefined;
type Steps = readonly (readonly [factor: number, unit: string])[];

const BANDWIDTH: Record<BandwidthUnits, Steps> = {
  decimal: [
    [1, "B/s"],
    [1e3, "kB/s"],
    [1e6, "MB/s"],
    [1e9, "GB/s"],
    [1e12, "TB/s"],
  ],
  binary: [
    [1, "B/s"],
    [2 ** 10, "KiB/s"],
    [2 ** 20, "MiB/s"],
    [2 ** 30, "GiB/s"],
    [2 ** 40, "TiB/s"],
  ],
};
const SIZE: Record<BandwidthUnits, Steps> = {
  decimal: [
    [1, "B"],
    [1e3, "kB"],
    [1e6, "MB"],
    [1e9, "GB"],
    [1e12, "TB"],
    [1e15, "PB"],
  ],
  binary: [
    [1, "B"],
    [2 ** 10, "KiB"],
    [2 ** 20, "MiB"],
    [2 ** 30, "GiB"],
    [2 ** 40, "TiB"],
    [2 ** 50, "PiB"],
  ],
};
const LATENCY: Steps = [
  [1, "ns"],
  [1e3, "µs"],
  [1e6, "ms"],
  [1e9, "s"],
];
const OPERATIONS: Steps = [
  [1, ""],
  [1e3, "k"],
  [1e6, "M"],
  [1e9, "G"],
];
const POWER: Steps = [
  [1, "W"],
  [1e3, "kW"],
];
const ENERGY: Steps = [
  [1e-12, "mJ/GB"],
  [1e-9, "J/GB"],
  [1e-6, "kJ/GB"],
];

/** "1.00–4.40k": both ends of a span as one text, a unit at the end meant of both; an end alone where both read alike. */
export function formatSpan(span: readonly number[] | null, format: (value: number) => string): string | null {
  const [low, high] = span ?? [];
  if (low === undefined || high === undefined) return null;
  const [least, most] = [format(low), format(high)];
  if (least === most) return most;
  const [, figure = least, unit = ""] = /^(.*?)(\u00a0.*|[kMG])?$/.exec(least) ?? [];
  if (unit !== "" && most.endsWith(unit)) return `${figure}–${most}`;
  // "197–408k" would read as 197k: a plain number takes the letter of the other end, 0.197–408k.
  const letter = OPERATIONS.find(([, name]) => name !== "" && most.endsWith(name));
  return unit === "" && letter !== undefined ? `${threeDigits(low / letter[0])}–${most}` : `${least}–${most}`;
}

function isKnown(value: Quantity): value is number {
  return value !== null && value !== undefined && Number.isFinite(value);
}

/** Three significant digits of a magnitude below 1000: 8.40, 71.4, 822. */
export function threeDigits(value: number): string {
  const size = Math.abs(value);
  if (size === 0) return "0";
  if (size >= 99.95) return value.toFixed(0);
  if (size >= 9.995) return value.toFixed(1);
  if (size >= 0.9995) return value.toFixed(2);
  return String(Number(value.toPrecision(3)));
}

function pickStep(value: number, steps: Steps): readonly [number, string] {
  const size = Math.abs(value);
  const step = steps.find(([factor]) => size / factor < 999.5) ?? steps.at(-1);
  if (step === undefined) throw new Error("a quantity needs at least one unit");
  return step;
}

function withUnit(text: string, unit: string): string {
  return unit === "" ? text : `${text}${NBSP}${unit}`;
}

function scaled(value: number, steps: Steps): string {
  const [factor, unit] = pickStep(value, steps);
  const number = value / factor;
  return withUnit(factor === 1 && Number.isInteger(value) ? String(value) : threeDigits(number), unit);
}

/** Without trailing zeros. */
function rounded(value: number, steps: Steps, digits = 3): string {
  const [factor, unit] = pickStep(value, steps);
  return withUnit(String(Number((value / factor).toPrecision(digits))), unit);
}

/** 6 840 000 000 → "6.84 GB/s", or "6.37 GiB/s" in binary units. */
export function formatBandwidth(bytesPerSecond: Quantity, units: BandwidthUnits = "decimal"): string {
  return isKnown(bytesPerSecond) ? scaled(bytesPerSecond, BANDWIDTH[units]) : MISSING;
}

/** Both spellings with the exact figure, for titles and copied text: mixing MB/s with MiB/s loses 5 %. */
export function formatBandwidthExact(bytesPerSecond: Quantity): string {
  if (!isKnown(bytesPerSecond)) return MISSING;
  const exact = formatCount(bytesPerSecond);
  return `${formatBandwidth(bytesPerSecond)} = ${formatBandwidth(bytesPerSecond, "binary")} (${exact}${NBSP}bytes/s)`;
}

const ALL_SIZES = [...Object.values(SIZE), ...Object.values(BANDWIDTH)].flat();

/** A size or bandwidth in the unit of its short text with so many digits: "23.5 GiB" → "23.51 GiB"; else the text. */
export function withDigits(text: string, value: number, digits: number): string {
  const [, unit = ""] = text.split(NBSP);
  const step = ALL_SIZES.find(([, name]) => name === unit);
  return step === undefined ? text : withUnit(String(Number((value / step[0]).toPrecision(digits))), unit);
}

/** 759 000 → "759k", 12.9 → "12.9": three digits, as every figure; the letter without a blank, as fio writes it. */
export function formatIops(iops: Quantity): string {
  return isKnown(iops) ? scaled(iops, OPERATIONS).replace(NBSP, "") : MISSING;
}

/** 71 400 → "71.4 µs". */
export function formatLatency(ns: Quantity): string {
  return isKnown(ns) ? scaled(ns, LATENCY) : MISSING;
}

/** The unit in which a latency is written: 500 000 → [1000, "µs"]. */
export const latencyUnit = (ns: number) => pickStep(ns, LATENCY);

/** The same for an axis: no trailing zeros, "50 µs", "2 ms". */
export function formatLatencyTick(ns: number): string {
  return rounded(ns, LATENCY);
}

/** Size of data moved or of a drive (decimal), of memory (binary). */
export function formatBytes(bytes: Quantity, units: BandwidthUnits = "decimal"): string {
  return isKnown(bytes) ? scaled(bytes, SIZE[units]) : MISSING;
}

/** Capacity as drives are sold: "2 TB", "275 GB", a datasheet's own "30.72 TB"; the service's twin is drive_size. */
export const formatCapacity = (bytes: Quantity): string =>
  isKnown(bytes) ? rounded(bytes, SIZE.decimal, bytes % 1e10 ? 3 : 4) : MISSING;

/** Names of sizes that are memory: modules, nodes, pages, the windows through which PCIe shows memory. */
const MEMORY = /memory|dimm|hugepage|rebar/i;

/**
 * A size by what has it (a factor's key, a field's path): memory in powers of two, drives and data in powers of ten.
 * Below 1 GiB whole powers of two are chunks, blocks and boot partitions.
 */
export function formatSize(bytes: Quantity, of: string): string {
  if (!isKnown(bytes)) return MISSING;
  const isSmall = bytes < 2 ** 20 || (bytes < 2 ** 30 && bytes % 2 ** 20 === 0);
  if (of === "drive.capacity" && !isSmall) return formatCapacity(bytes);
  return formatBytes(bytes, isSmall || MEMORY.test(of) ? "binary" : "decimal");
}

/** Every byte, for the title of a rounded size: "1,920,383,410,176 bytes". */
export function formatBytesExact(bytes: Quantity): string {
  return isKnown(bytes) ? withUnit(formatCount(bytes), "bytes") : MISSING;
}

const BLOCK_SIZES: Steps = [
  [2 ** 40, "T"],
  [2 ** 30, "G"],
  [2 ** 20, "M"],
  [2 ** 10, "k"],
  [1e12, "TB"],
  [1e9, "GB"],
  // No kB: 4 kB would be read as 4k.
  [1e6, "MB"],
  [1, ""],
];

/**
 * Block size as fio writes it: 4096 → "4k", 1048576 → "1M", 512 → "512"; "32 MB" where only the decimal size is round.
 * Of the exact spellings the one with the fewest digits that say something; fio's own where they tie. The service's
 * twin is core/block_size.py; both are tested with the same cases.
 */
export function formatBlockSize(bytes: Quantity): string {
  if (!isKnown(bytes)) return MISSING;
  const digits = ([factor]: Steps[number]) => String(bytes / factor).replace(/0+$/, "").length;
  const exact = BLOCK_SIZES.filter(([factor]) => factor === 1 || (bytes >= factor && bytes % factor === 0));
  const [factor, unit] = exact.reduce((best, step) => (digits(step) < digits(best) ? step : best));
  return unit.length === 2 ? withUnit(String(bytes / factor), unit) : `${bytes / factor}${unit}`;
}

/** Block size in prose: 4096 → "4 KiB". */
export function formatBlockSizeProse(bytes: Quantity): string {
  if (!isKnown(bytes)) return MISSING;
  const short = formatBlockSize(bytes);
  if (short.includes(NBSP)) return short;
  const unit = { k: "KiB", M: "MiB", G: "GiB", T: "TiB" }[short.at(-1) ?? ""];
  return unit === undefined ? `${short}${NBSP}B` : `${short.slice(0, -1)}${NBSP}${unit}`;
}

/** Percent of one CPU or of a whole, given as percent: 9.23 → "9.2 %". */
export function formatPercent(percent: Quantity): string {
  if (!isKnown(percent)) return MISSING;
  return withUnit(String(Number(percent.toFixed(Math.abs(percent) >= 99.95 ? 0 : 1))), "%");
}

/** Percent of a cumulative distribution: rounded down near its end, so that 99.999 % never claims to be all. */
export function formatCumulative(percent: Quantity): string {
  if (!isKnown(percent) || percent >= 100 || percent < 99) return formatPercent(percent);
  return withUnit(String(Math.floor(percent * 1000) / 1000), "%");
}

/** How long something ran: "480 ms", "60.0 s", "5 min", "16 min 40 s", "1 h 2 min". */
export function formatRuntime(ms: Quantity): string {
  if (!isKnown(ms)) return MISSING;
  if (ms < 999.5) return withUnit(threeDigits(ms), "ms");
  // Up to two minutes in seconds, as jobs state them.
  if (ms < 119_500) return withUnit(threeDigits(ms / 1000), "s");
  const seconds = Math.round(ms / 1000);
  const parts = [
    [Math.floor(seconds / 3600), "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ] as const;
  return parts
    .filter(([value]) => value > 0)
    .slice(0, 2)
    .map(([value, unit]) => withUnit(String(value), unit))
    .join("\u00a0");
}

const COUNT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 3 });

/** 1240 → "1,240". */
export function formatCount(count: Quantity): string {
  return isKnown(count) ? COUNT.format(count) : MISSING;
}

/** Width of a PCIe link as its standard writes it: 4 → "x4". */
export function formatLanes(lanes: number): string {
  return `x${formatCount(lanes)}`;
}

/** A difference of two values of one quantity, with its sign: 13 → "+13 °C", 0 → "0"; `format` spells its size. */
export function formatRise(rise: number, format: (size: number) => string): string {
  return rise === 0 ? "0" : `${rise < 0 ? "−" : "+"}${format(Math.abs(rise))}`;
}

/** Of a ratio whose answer does not say it: shares of older versions. */
const USUAL_DECIMALS = 3;

/**
 * A ratio as a change, sign always, with a true minus: 2.958 → "+195.8 %", 0.972 → "−2.8 %". `decimals`: those of the
 * ratio that the service says its interval supports; with 1 the change stops at tens of percent.
 */
export function formatChange(ratio: Quantity, decimals?: number | null): string {
  if (!isKnown(ratio)) return MISSING;
  const percent = (ratio - 1) * 100;
  const size = Math.abs(percent);
  const places = (decimals ?? USUAL_DECIMALS) - 2;
  const step = 10 ** Math.max(-places, 0);
  const text =
    size >= 999.95 || places < 0 ? formatCount(Math.round(size / step) * step) : size.toFixed(places);
  const sign = Number(text) === 0 ? "" : percent < 0 ? "−" : "+";
  return withUnit(`${sign}${text}`, "%");
}

/** A probability: 0.0304 → "0.0304"; below 0.0001 its size is all that counts. */
export function formatProbability(p: Quantity): string {
  if (!isKnown(p)) return MISSING;
  return p < 0.0001 ? `<${NBSP}0.0001` : String(Number(p.toPrecision(3)));
}

/** Share of a yardstick, integer: 0.494 → "49 %". Beyond 110 % the yardstick itself is in doubt. */
export function formatShare(ratio: Quantity): string {
  if (!isKnown(ratio)) return MISSING;
  if (ratio > 1.1) return t`above 110 %`;
  return withUnit(ratio > 0 && ratio < 0.005 ? "<1" : (ratio * 100).toFixed(0), "%");
}

/** Measured over what a datasheet rates, integer: drives may do more than they promise, 1.16 → "116 %". */
export function formatRatedShare(share: Quantity): string {
  if (!isKnown(share)) return MISSING;
  return withUnit(share > 0 && share < 0.005 ? "<1" : (share * 100).toFixed(0), "%");
}

/** 71.6 → "72 °C". */
export function formatTemperature(celsius: Quantity): string {
  return isKnown(celsius) ? withUnit(celsius.toFixed(0), "°C") : MISSING;
}

/** A moment within a run: 1353000 → "22:33", with hours "1:02:33"; parts of a second only where there are any: "0:01.25". */
export function formatTimeInRun(ms: Quantity): string {
  if (!isKnown(ms)) return MISSING;
  const whole = Math.round(ms);
  const two = (value: number) => String(value).padStart(2, "0");
  const seconds = Math.floor(whole / 1000);
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const rest = whole % 1000 === 0 ? "" : String((whole % 1000) / 1000).slice(1);
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}${rest}`;
}

/** 212.4 → "212 W". */
export function formatPower(watts: Quantity): string {
  return isKnown(watts) ? scaled(watts, POWER) : MISSING;
}

/** Joules per byte: 1.92e-9 → "1.92 J/GB". */
export function formatEnergy(joulesPerByte: Quantity): string {
  return isKnown(joulesPerByte) ? scaled(joulesPerByte, ENERGY) : MISSING;
}

/** 12 900 → "12.9k IOPS/W". */
export function formatIopsPerWatt(value: Quantity): string {
  return isKnown(value) ? withUnit(formatIops(value), "IOPS/W") : MISSING;
}

/** Units of time series, as the API names them. */
export type SeriesUnit = "bytes/s" | "1/s" | "ns" | "°C" | "%" | "share" | "W" | "J/byte" | "IOPS/W" | "";

const SERIES_STEPS: Record<SeriesUnit, Steps> = {
  "bytes/s": BANDWIDTH.decimal,
  "1/s": OPERATIONS,
  ns: LATENCY,
  "°C": [[1, "°C"]],
  "%": [[1, "%"]],
  share: [[0.01, "%"]],
  W: POWER,
  "J/byte": ENERGY,
  "IOPS/W": OPERATIONS,
  "": [[1, ""]],
};

/** Whether an axis writes its unit behind the prefix of its ticks: "k IOPS". */
function isRateOf(unit: SeriesUnit): unit is "1/s" | "IOPS/W" {
  return unit === "1/s" || unit === "IOPS/W";
}

/** One unit for a whole axis: its factor and its name, written once above the ticks. "k IOPS" for operations. */
export function axisUnit(
  unit: SeriesUnit,
  largest: number,
  units: BandwidthUnits,
): { factor: number; name: string } {
  const steps = unit === "bytes/s" ? BANDWIDTH[units] : SERIES_STEPS[unit];
  const [factor, name] = pickStep(largest, steps);
  return {
    factor,
    name: isRateOf(unit) ? `${name}${name === "" ? "" : NBSP}${unit === "1/s" ? "IOPS" : unit}` : name,
  };
}

/** One value of a time series with its unit. */
export function formatSeriesValue(value: Quantity, unit: SeriesUnit, units: BandwidthUnits): string {
  switch (unit) {
    case "bytes/s":
      return formatBandwidth(value, units);
    case "1/s":
      return formatIops(value);
    case "ns":
      return formatLatency(value);
    case "°C":
      return formatTemperature(value);
    case "%":
      return formatPercent(value);
    case "share":
      return formatRatedShare(value);
    case "W":
      return formatPower(value);
    case "J/byte":
      return formatEnergy(value);
    case "IOPS/W":
      return formatIopsPerWatt(value);
    case "":
      return isKnown(value) ? threeDigits(value) : MISSING;
  }
}
