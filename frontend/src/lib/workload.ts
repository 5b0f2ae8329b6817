/** Job options in words. Takes the typed options of a result; unknown ones are left out, never guessed. */
import { plural, t } from "@lingui/core/macro";
import { SPOKEN_PATTERNS } from "@/api/vocabulary.gen";
import { formatBlockSize, formatBlockSizeProse } from "@/lib/units";

export interface WorkloadOptions {
  rw: string | null;
  bs_bytes: number | null;
  /** As typed, where it is a range, a list or a split. */
  bs: string | null;
  iodepth: number | null;
  numjobs: number | null;
}

const PATTERN: Record<string, string> = SPOKEN_PATTERNS;

/** "random read 4 KiB, QD 32, 4 jobs". */
export function workloadInWords(options: WorkloadOptions): string {
  const { rw, bs_bytes, bs, iodepth, numjobs } = options;
  const pattern = rw === null ? t`unknown workload` : (PATTERN[rw] ?? rw);
  const size = bs_bytes === null ? bs : formatBlockSizeProse(bs_bytes);
  const parts = [size === null ? pattern : `${pattern} ${size}`];
  if (iodepth !== null) parts.push(`QD ${iodepth}`);
  if (numjobs !== null) parts.push(jobsInWords(numjobs));
  return parts.join(", ");
}

const jobsInWords = (jobs: number) => plural(jobs, { one: "1 job", other: `${jobs} jobs` });

/** "randread 4k". */
export function shortPattern(options: WorkloadOptions): string {
  return [options.rw, options.bs_bytes === null ? options.bs : formatBlockSize(options.bs_bytes)]
    .filter((part) => part !== null)
    .join(" ");
}

/** "seq 1M", "rand 4k": beside a figure whose direction is known. */
export function briefPattern(options: WorkloadOptions): string {
  const size = options.bs_bytes === null ? options.bs : formatBlockSize(options.bs_bytes);
  const order = options.rw === null ? null : options.rw.startsWith("rand") ? t`rand` : t`seq`;
  return [order, size].filter((part) => part !== null).join(" ");
}

/** Short enough for a row, and no word of fio's. */
const BRIEF: Record<string, string> = {
  ...PATTERN,
  rw: t`sequential mix`,
  readwrite: t`sequential mix`,
  randrw: t`random mix`,
};

/** "random read", and "4k" as fio writes it; null what is not known. */
export function patternInWords(options: WorkloadOptions): { pattern: string | null; size: string | null } {
  const { rw, bs_bytes, bs } = options;
  return {
    pattern: rw === null ? null : (BRIEF[rw] ?? rw),
    size: bs_bytes === null ? bs : formatBlockSize(bs_bytes),
  };
}

/** "QD 32, 4 jobs"; one job is what a reader expects. Empty where neither is known. */
export function shortConcurrency({ iodepth, numjobs }: WorkloadOptions): string {
  const depth = iodepth === null ? [] : [`QD ${iodepth}`];
  return [...depth, ...(numjobs === null || numjobs === 1 ? [] : [jobsInWords(numjobs)])].join(", ");
}

interface SweptOption {
  key: string;
  count: number;
  values: readonly (number | string)[];
}

const OPTION: Record<string, string> = { bs: "bs", iodepth: "QD", numjobs: t`jobs`, rw: "", ioengine: "" };

/** "4 KiB to 1 MiB": from the first to the last value of an option; words one by one. */
export function sweptSpan({ key, values }: SweptOption, formatSize = formatBlockSizeProse): string {
  const words = values.map((value) =>
    key === "bs" && typeof value === "number" ? formatSize(value) : String(value),
  );
  if (values.some((value) => typeof value === "string") || words.length < 3) return words.join(", ");
  return t`${{ first: words[0] ?? "" }} to ${{ last: words.at(-1) ?? "" }}`;
}

const SHORT: Record<string, string> = {
  read: t`seq read`,
  write: t`seq write`,
  trim: t`seq trim`,
  rw: t`seq mix`,
  readwrite: t`seq mix`,
  randread: t`rand read`,
  randwrite: t`rand write`,
  randtrim: t`rand trim`,
  randrw: t`rand mix`,
  trimwrite: t`seq trim, then write`,
  randtrimwrite: t`rand trim, then write`,
};

/** Letters that a cell of the history holds in one line. */
const CELL_LETTERS = 27;

/** "rand read 4k, 64k; QD 1–32", "3 patterns 4k, 1M": what a batch measured, in one line or, where it is long, two. */
export function sweptBriefly(
  options: readonly SweptOption[],
  { rw, ...one }: WorkloadOptions,
  letters = CELL_LETTERS,
): readonly string[] {
  const swept = new Map(options.map((option) => [option.key, option]));
  const spanOf = (key: string) => {
    const option = swept.get(key);
    return option === undefined ? null : sweptSpan(option, formatBlockSize).replace(" to ", "–");
  };
  const patterns = swept.get("rw");
  const pattern =
    patterns === undefined
      ? rw === null
        ? null
        : (SHORT[rw] ?? rw)
      : t`${{ count: patterns.count }} patterns`;
  const size = spanOf("bs") ?? (one.bs_bytes === null ? one.bs : formatBlockSize(one.bs_bytes));
  const head = [pattern, size].filter((part) => part !== null).join(" ");
  const others = [...swept.keys()]
    .filter((key) => key !== "rw" && key !== "bs")
    .map((key) => `${OPTION[key] ?? key} ${spanOf(key)}`.trim());
  const parts = others.length === 0 ? [head] : [head, others.join("; ")];
  const line = parts.join("; ");
  return line.length <= letters ? [line] : parts;
}

/** "bs 4 KiB to 1 MiB, QD 1, 32": what a sweep varied. */
export function sweptInWords(options: readonly SweptOption[]): string {
  return options
    .map((option) => `${OPTION[option.key] ?? option.key} ${sweptSpan(option)}`.trim())
    .join("; ");
}
