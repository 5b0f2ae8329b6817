/** What all rows of a view have in common, so that no row needs to say it. */
import { t } from "@lingui/core/macro";
import type { Distinction } from "@/api/types";
import type { FilterRecord } from "@/lib/filter";
import { shortenMiddle } from "@/lib/format";
import { patternInWords } from "@/lib/workload";
import { inWords } from "@/subjects/runs/list/run-name";

/** As many as fit on a line; the others are read on demand. */
const MAX_WORDS = 5;
const NUMBERS: Readonly<Record<string, (count: string) => string>> = {
  iodepth: (depth) => t`queue depth ${depth}`,
  numjobs: (jobs) => (jobs === "1" ? t`1 job` : t`${jobs} jobs`),
};

const MAX_CHARACTERS = 44;

/** "host jupiter, random read, 4k". What the filter says is said by the filter. */
export function commonInWords(common: readonly Distinction[], filter: FilterRecord): string | null {
  const words = common.filter(({ key }) => !(key in filter)).map(one);
  if (words.length === 0) return null;
  const more = words.length - MAX_WORDS;
  return `${words.slice(0, MAX_WORDS).join(", ")}${more > 0 ? t` and ${more} more` : ""}`;
}

function one(distinction: Distinction): string {
  const { key, value, title } = distinction;
  const only = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (key === "rw" && typeof only === "string") {
    return (
      patternInWords({ rw: only, bs: null, bs_bytes: null, iodepth: null, numjobs: null }).pattern ?? only
    );
  }
  const number = NUMBERS[key];
  if (number !== undefined && (typeof only === "number" || typeof only === "string"))
    return number(String(only));
  const words = shortenMiddle(inWords(distinction), MAX_CHARACTERS);
  // A title within a line begins small, unless it is a name like RAID.
  return /^[A-Z][a-z]/.test(title) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}
