/** The address of a comparison: its sides as filters, the metric in view, and what counts as the same test. */

import type { CompareQuery } from "@/api/queries/compare";
import { filterText, parseFilterText } from "@/lib/filter";
import { metricOf, USUAL_METRICS } from "@/lib/metrics";
import { type SearchRecord, valuesOf } from "@/lib/search-params";
import type { BandwidthUnits } from "@/lib/units";

export const SORT_KEYS = ["workload", "base", "effect", "verdict"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface CompareParams {
  /** A filter as text; "" when nothing is chosen. */
  base: string;
  /** New sides in order; "" is one that is still being chosen. */
  news: readonly string[];
  /** Null: the first of the usual ones that was measured. */
  metric: string | null;
  /** Job options that may differ, and further ones that must not. */
  ignore: readonly string[];
  match: readonly string[];
  /** Key of the workload whose details are open. */
  open: string | null;
  sort: { key: SortKey; isDescending: boolean };
  isHidingUnchanged: boolean;
  units: BandwidthUnits;
}

const KEYS = ["base", "new", "metric", "ignore", "match", "open", "sort", "hide", "units"];
const OPTION = /^[a-z][a-z0-9_]*$/;
export function parse(search: SearchRecord): { params: CompareParams; problems: string[] } {
  const problems = Object.keys(search)
    .filter((key) => !KEYS.includes(key))
    .map((key) => `${key} is no part of a comparison; filters stand within base and new`);
  const single = (key: string) => {
    const values = valuesOf(search, key);
    if (values.length > 1) problems.push(`${key} is there more than once; the last one counts`);
    return values.at(-1);
  };
  const options = (key: string) => {
    const values = [...new Set(valuesOf(search, key))];
    for (const value of values.filter((one) => !OPTION.test(one)))
      problems.push(`${key}=${value} is not a job option`);
    return values.filter((one) => OPTION.test(one));
  };
  const oneOf = <T extends string>(key: string, known: readonly T[]): T | undefined => {
    const value = single(key);
    const found = known.find((one) => one === value);
    if (value !== undefined && found === undefined)
      problems.push(`${key}=${value} is not one of ${known.join(", ")}`);
    return found;
  };
  const metric = single("metric") ?? null;
  const isMetric = metric === null || metricOf(metric) !== null;
  if (!isMetric) problems.push(`metric=${metric} is not a metric`);
  const sort = oneOf("sort", [...SORT_KEYS, ...SORT_KEYS.map((key) => `-${key}` as const)]) ?? "workload";
  const params: CompareParams = {
    base: single("base") ?? "",
    news: valuesOf(search, "new"),
    metric: isMetric ? metric : null,
    ignore: options("ignore"),
    match: options("match"),
    open: single("open") ?? null,
    // What is left without its minus is one of SORT_KEYS.
    sort: { key: sort.replace("-", "") as SortKey, isDescending: sort.startsWith("-") },
    isHidingUnchanged: oneOf("hide", ["unchanged"]) !== undefined,
    units: oneOf("units", ["decimal", "binary"]) ?? "decimal",
  };
  return { params, problems };
}

export function toSearch(params: CompareParams): SearchRecord {
  const { base, news, metric, ignore, match, open, sort, isHidingUnchanged, units } = params;
  const order = `${sort.isDescending ? "-" : ""}${sort.key}`;
  return {
    ...(base === "" ? {} : { base }),
    ...(news.length === 0 ? {} : { new: [...news] }),
    ...(metric === null ? {} : { metric }),
    ...(ignore.length === 0 ? {} : { ignore: [...ignore] }),
    ...(match.length === 0 ? {} : { match: [...match] }),
    ...(open === null ? {} : { open }),
    ...(order === "workload" ? {} : { sort: order }),
    ...(isHidingUnchanged ? { hide: "unchanged" } : {}),
    ...(units === "decimal" ? {} : { units }),
  };
}

/** What the service is asked; null until both sides say something. */
export function toQuery({ base, news, metric, ignore, match }: CompareParams): CompareQuery | null {
  const chosen = news.filter((text) => !isBlank(text));
  if (isBlank(base) || chosen.length === 0) return null;
  const metrics = metric === null ? USUAL_METRICS : [...new Set([...USUAL_METRICS, metric])];
  return { base, news: chosen, metrics, ignore, match };
}

export function isBlank(text: string): boolean {
  return filterText(parseFilterText(text)) === "";
}

/** New becomes base and base becomes new; with several new sides, the first one. */
export function swapped(params: CompareParams): CompareParams {
  const [first = "", ...rest] = params.news;
  return { ...params, base: first, news: [params.base, ...rest] };
}
