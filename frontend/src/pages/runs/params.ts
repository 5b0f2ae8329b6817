/** The address of the run history: order, filter and unit. Defaults are left out; what cannot be honoured is reported. */
import { type SearchRecord, valuesOf } from "@/lib/search-params";
import type { BandwidthUnits } from "@/lib/units";

export const SORT_KEYS = ["started_at", "iops", "bw_bytes_per_s", "clat_p99_ns"] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export interface Sort {
  key: SortKey;
  isDescending: boolean;
}

export interface RunsParams {
  sort: Sort;
  /** Only runs of this host: its name or id. */
  host: string | null;
  units: BandwidthUnits;
}

export const DEFAULT_SORT: Sort = { key: "started_at", isDescending: true };

export function parse(search: SearchRecord): { params: RunsParams; problems: string[] } {
  const problems: string[] = [];
  const single = (key: string) => valuesOf(search, key).at(-1);

  const sortText = single("sort");
  const sort = sortText === undefined ? DEFAULT_SORT : parseSort(sortText);
  if (sort === null) problems.push(`sort=${sortText} is not one of ${SORT_KEYS.join(", ")}`);

  const unitsText = single("units");
  if (unitsText !== undefined && unitsText !== "binary" && unitsText !== "decimal") {
    problems.push(`units=${unitsText} is not one of decimal, binary`);
  }
  if (valuesOf(search, "host").length > 1) problems.push("host is there more than once; the last one counts");
  for (const key of Object.keys(search)) {
    if (!["sort", "host", "units"].includes(key)) problems.push(`${key} is not a setting of this page`);
  }
  return {
    params: {
      sort: sort ?? DEFAULT_SORT,
      host: single("host") ?? null,
      units: unitsText === "binary" ? "binary" : "decimal",
    },
    problems,
  };
}

export function toSearch({ sort, host, units }: RunsParams): SearchRecord {
  const text = formatSort(sort);
  return {
    ...(text === formatSort(DEFAULT_SORT) ? {} : { sort: text }),
    ...(host === null ? {} : { host }),
    ...(units === "decimal" ? {} : { units }),
  };
}

/** What the service is asked for: the unit is ours alone. */
export function toQuery({ sort, host }: RunsParams): { sort: string; host: string | null } {
  return { sort: formatSort(sort), host };
}

/** As the API writes it: a minus for descending. */
export function formatSort({ key, isDescending }: Sort): string {
  return `${isDescending ? "-" : ""}${key}`;
}

function parseSort(text: string): Sort | null {
  const isDescending = text.startsWith("-");
  const name = isDescending ? text.slice(1) : text;
  const key = SORT_KEYS.find((known) => known === name);
  return key === undefined ? null : { key, isDescending };
}
