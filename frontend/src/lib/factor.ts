/** Factors: what can differ between two runs. Their titles come from the service; here is how their values are shown. */
import { t } from "@lingui/core/macro";
import { FORMER_KEYS } from "@/api/vocabulary.gen";
import {
  formatBandwidth,
  formatBlockSizeProse,
  formatCount,
  formatSize,
  MISSING,
  withDigits,
} from "@/lib/units";

/** The part of a declared factor that its values are shown by. */
export interface FactorShape {
  key: string;
  title: string;
  type: "text" | "number" | "bytes" | "flag";
  unit: string | null;
}

const FORMER = new Map<string, string>(Object.entries(FORMER_KEYS));

/** What a key is called now: links that were saved go on to mean what they meant. */
export function currentKey(key: string): string {
  return FORMER.get(key) ?? key;
}

const LABEL = /^label\.(.+)$/;
const OPTION = "option.";

/** Whether a key names an option of fio that is no factor of its own. */
export function isOption(key: string): boolean {
  return key.startsWith(OPTION);
}

/** The declared factor of a key; labels are factors that people make; null for anything else. */
export function factorOf<T extends FactorShape>(declared: readonly T[], key: string): T | FactorShape | null {
  const known = declared.find((factor) => factor.key === key);
  if (known !== undefined) return known;
  const label = LABEL.exec(key)?.[1];
  return label === undefined ? null : { key, title: label, type: "text", unit: null };
}

/**
 * A value behind its word, which is said once: "Slot 2" of "Slot-2", "PCIe slot 4" as it is. The service's twin is
 * name_value of factors/difference.py; both are tested with the same cases.
 */
export function nameValue(word: string, value: string): string {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const short = value.replace(new RegExp(`^${escaped}[-_ #]+(?=.)`), "");
  return new RegExp(`(?<![a-z0-9])${escaped}(?![a-z])`, "i").test(short) ? short : `${word} ${short}`;
}

/** Sizes that fio's users write in powers of two: block size, chunk, sector. */
const BLOCKS_BELOW = 2 ** 26;

const TYPED = /^(job|option)\./;

/** One value, or several of one run, with their unit. Memory is counted in powers of two, drives as they are sold. */
export function formatFactor(
  factor: Pick<FactorShape, "type" | "unit"> & { key?: string },
  value: unknown,
): string {
  if (value === null || value === undefined || value === "") return MISSING;
  if (Array.isArray(value)) return value.map((item) => formatFactor(factor, item)).join(", ");
  if (typeof value === "boolean") return value ? t`yes` : t`no`;
  if (typeof value === "number" && factor.type === "bytes") {
    if (value < BLOCKS_BELOW) return formatBlockSizeProse(value);
    // What somebody typed reads as it was typed: size=4G is 4 GiB, never 4.29 GB.
    if (TYPED.test(factor.key ?? "") && value % 2 ** 20 === 0) return formatBlockSizeProse(value);
    return formatSize(value, factor.key ?? "");
  }
  if (typeof value === "number" && factor.unit === "bytes/s") return formatBandwidth(value);
  const unit = factor.unit === null || factor.type === "bytes" ? "" : `\u00a0${factor.unit}`;
  if (typeof value === "number") return `${formatCount(value)}${unit}`;
  return typeof value === "string" ? value : JSON.stringify(value);
}

const MAX_DIGITS = 15;

/** Values to choose from, each as `formatFactor` has it; those that would look the same with the digits that differ. */
export function formatOptions(
  factor: Pick<FactorShape, "type" | "unit"> & { key?: string },
  values: readonly unknown[],
): string[] {
  const short = values.map((value) => formatFactor(factor, value));
  return short.map((text, i) => {
    const alike = values.filter((_, j) => short[j] === text);
    for (let digits = 4; alike.length > 1 && digits <= MAX_DIGITS; digits += 1) {
      const longer = alike.map((value) => withDigits(text, Number(value), digits));
      if (new Set(longer).size === alike.length) return withDigits(text, Number(values[i]), digits);
    }
    return text;
  });
}

/** The same value as a filter has it: flags as 1 and 0, numbers plain. */
export function filterValue(value: string | number | boolean | null): string {
  if (value === null) return "";
  if (typeof value === "boolean") return value ? "1" : "0";
  return String(value);
}
