/** The address of the explore page: metric, both axes, split, filter. Without x it shows the charts to start from. */
import { type FilterRecord, filterOf } from "@/lib/filter";
import { metricOf } from "@/lib/metrics";
import { type SearchRecord, valuesOf } from "@/lib/search-params";
import type { BandwidthUnits } from "@/lib/units";

export const PAGE_KEYS = ["x", "metric", "by", "chart", "xscale", "yscale", "units"] as const;
export const CHARTS = ["points", "heat-map"] as const;
export type ChartKind = (typeof CHARTS)[number];

export interface ExploreParams {
  filter: FilterRecord;
  /** Null: nothing chosen yet. */
  x: string | null;
  metric: string;
  by: string | null;
  chart: ChartKind;
  isLogX: boolean;
  isLogY: boolean;
  units: BandwidthUnits;
}

const KEY = /^[a-z][a-z0-9_.-]*$/;
const DEFAULT_METRIC = "bw_bytes_per_s";

export function parse(search: SearchRecord): { params: ExploreParams; problems: string[] } {
  const problems: string[] = [];
  const single = (key: string) => {
    const values = valuesOf(search, key);
    if (values.length > 1) problems.push(`${key} is there more than once; the last one counts`);
    return values.at(-1);
  };
  const key = (name: string) => {
    const value = single(name);
    if (value === undefined || KEY.test(value)) return value ?? null;
    problems.push(`${name}=${value} is not a factor`);
    return null;
  };
  const oneOf = <T extends string>(name: string, known: readonly T[]): T => {
    const [usual] = known;
    const value = single(name);
    const found = known.find((one) => one === value);
    if (value !== undefined && found === undefined)
      problems.push(`${name}=${value} is not one of ${known.join(", ")}`);
    // Every list of known values has a first one.
    return found ?? (usual as T);
  };
  const metric = single("metric") ?? DEFAULT_METRIC;
  if (metricOf(metric) === null) problems.push(`metric=${metric} is not a metric`);
  const params = {
    filter: filterOf(search, PAGE_KEYS),
    x: key("x"),
    metric: metricOf(metric) === null ? DEFAULT_METRIC : metric,
    by: key("by"),
    chart: oneOf("chart", CHARTS),
    isLogX: oneOf("xscale", ["linear", "log"]) === "log",
    isLogY: oneOf("yscale", ["linear", "log"]) === "log",
    units: oneOf("units", ["decimal", "binary"]),
  };
  return { params, problems };
}

export function toSearch(params: ExploreParams): SearchRecord {
  const { filter, x, metric, by, chart, isLogX, isLogY, units } = params;
  return {
    ...filter,
    ...(x === null ? {} : { x }),
    ...(metric === DEFAULT_METRIC ? {} : { metric }),
    ...(by === null ? {} : { by }),
    ...(chart === "points" ? {} : { chart }),
    ...(isLogX ? { xscale: "log" } : {}),
    ...(isLogY ? { yscale: "log" } : {}),
    ...(units === "decimal" ? {} : { units }),
  };
}
