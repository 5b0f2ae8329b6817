/**
 * The address of the run history: filter, order, columns, grouping, selection, unit. Defaults are left out; what cannot
 * be honoured is reported. Filters are the service's language: what they mean, and which keys there are, it says itself.
 */
import { type FilterRecord, filterOf } from "@/lib/filter";
import { metricOf } from "@/lib/metrics";
import { type SearchRecord, valuesOf } from "@/lib/search-params";
import type { BandwidthUnits } from "@/lib/units";
import { askedColumns } from "@/pages/runs/column-ids";

/** Keys that are the page's own; every other one is a filter. */
export const PAGE_KEYS = ["sort", "units", "columns", "group", "metric", "fold", "open", "select"] as const;

export interface Sort {
  /** A metric or a factor. */
  key: string;
  isDescending: boolean;
}

export interface RunsParams {
  filter: FilterRecord;
  sort: Sort;
  /** Ids of the columns in order; null: the usual ones. */
  columns: readonly string[] | null;
  /** The factor by which runs are grouped; null: every run is a row. */
  group: string | null;
  /** What groups summarise. */
  metric: string;
  /** Whether a batch is one row; only in the order of time, see `isFolding`. */
  isFolded: boolean;
  /** Ids of the batches whose runs stand below their row. */
  open: readonly string[];
  /** Ids of the runs that are selected, in the order of selecting: the first is the base of a comparison. */
  selected: readonly string[];
  units: BandwidthUnits;
}

export const DEFAULT_SORT: Sort = { key: "started_at", isDescending: true };
export const DEFAULT_METRIC = "iops";
const KEY = /^[a-z][a-z0-9_.-]*$/;
const MOST_SELECTED = 100;
const MOST_OPEN = 20;

export function parse(search: SearchRecord): { params: RunsParams; problems: string[] } {
  const problems: string[] = [];
  const single = (key: string) => {
    const values = valuesOf(search, key);
    if (values.length > 1) problems.push(`${key} is there more than once; the last one counts`);
    return values.at(-1);
  };
  const listed = (key: string) => (single(key) ?? "").split(",").filter((item) => item !== "");

  const sortText = single("sort");
  const sort = sortText === undefined ? DEFAULT_SORT : parseSort(sortText);
  if (sort === null) problems.push(`sort=${sortText} is not a factor or metric`);

  const unitsText = single("units");
  if (unitsText !== undefined && unitsText !== "binary" && unitsText !== "decimal") {
    problems.push(`units=${unitsText} is not one of decimal, binary`);
  }
  const metric = single("metric") ?? DEFAULT_METRIC;
  if (metricOf(metric) === null) problems.push(`metric=${metric} is not a metric`);
  const group = single("group") ?? null;
  const isGroup = group === null || KEY.test(group);
  if (!isGroup) problems.push(`group=${group} is not a factor`);
  const fold = single("fold");
  if (fold !== undefined && fold !== "off") problems.push(`fold=${fold} is not off`);
  const columns = listed("columns");
  const selected = [...new Set(listed("select"))];
  if (selected.length > MOST_SELECTED) problems.push(`only the first ${MOST_SELECTED} selected runs count`);
  return {
    params: {
      filter: filterOf(search, PAGE_KEYS),
      sort: sort ?? DEFAULT_SORT,
      columns: columns.length === 0 ? null : [...new Set(columns)],
      group: isGroup ? group : null,
      metric: metricOf(metric) === null ? DEFAULT_METRIC : metric,
      isFolded: fold !== "off",
      open: [...new Set(listed("open"))].slice(0, MOST_OPEN),
      selected: selected.slice(0, MOST_SELECTED),
      units: unitsText === "binary" ? "binary" : "decimal",
    },
    problems,
  };
}

export function toSearch({
  filter,
  sort,
  columns,
  group,
  metric,
  isFolded,
  open,
  selected,
  units,
}: RunsParams): SearchRecord {
  const text = formatSort(sort);
  return {
    ...filter,
    ...(text === formatSort(DEFAULT_SORT) ? {} : { sort: text }),
    ...(columns === null ? {} : { columns: columns.join(",") }),
    ...(group === null ? {} : { group }),
    ...(metric === DEFAULT_METRIC ? {} : { metric }),
    ...(isFolded ? {} : { fold: "off" }),
    ...(open.length === 0 ? {} : { open: open.join(",") }),
    ...(selected.length === 0 ? {} : { select: selected.join(",") }),
    ...(units === "decimal" ? {} : { units }),
  };
}

/** As the API writes it: a minus for descending. */
export function formatSort({ key, isDescending }: Sort): string {
  return `${isDescending ? "-" : ""}${key}`;
}

function parseSort(text: string): Sort | null {
  const isDescending = text.startsWith("-");
  const key = isDescending ? text.slice(1) : text;
  return KEY.test(key) ? { key, isDescending } : null;
}

/** Runs of a batch lie together in the order of time only; where batches were asked for, their runs are wanted. */
export function isFolding({ filter, sort, isFolded }: RunsParams): boolean {
  return isFolded && sort.key === DEFAULT_SORT.key && !("batch" in filter);
}

/** What the service is asked for. */
export function toQuery(params: RunsParams) {
  const { filter, sort, columns } = params;
  return {
    filter,
    sort: formatSort(sort),
    columns: askedColumns(columns ?? []),
    isFolded: isFolding(params),
  };
}
