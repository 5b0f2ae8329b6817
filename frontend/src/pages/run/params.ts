/** The address of a run's page: the unit of bandwidth. Which run is in the path. */
import { type SearchRecord, valuesOf } from "@/lib/search-params";
import type { BandwidthUnits } from "@/lib/units";

export interface RunParams {
  units: BandwidthUnits;
}

export function parse(search: SearchRecord): { params: RunParams; problems: string[] } {
  const problems: string[] = [];
  const units = valuesOf(search, "units").at(-1);
  if (units !== undefined && units !== "binary" && units !== "decimal") {
    problems.push(`units=${units} is not one of decimal, binary`);
  }
  for (const key of Object.keys(search)) {
    if (key !== "units") problems.push(`${key} is not a setting of this page`);
  }
  return { params: { units: units === "binary" ? "binary" : "decimal" }, problems };
}

export function toSearch({ units }: RunParams): SearchRecord {
  return units === "decimal" ? {} : { units };
}
