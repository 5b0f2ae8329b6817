/** The address of a batch's page: the unit of bandwidth. Which batch is in the path. */
import { type SearchRecord, valuesOf } from "@/lib/search-params";
import type { BandwidthUnits } from "@/lib/units";

export interface BatchParams {
  units: BandwidthUnits;
}

export function parse(search: SearchRecord): { params: BatchParams; problems: string[] } {
  const units = valuesOf(search, "units").at(-1);
  const problems = Object.keys(search)
    .filter((key) => key !== "units")
    .map((key) => `${key} is not a setting of this page`);
  if (units !== undefined && units !== "binary" && units !== "decimal") {
    problems.push(`units=${units} is not one of decimal, binary`);
  }
  return { params: { units: units === "binary" ? "binary" : "decimal" }, problems };
}

export function toSearch({ units }: BatchParams): SearchRecord {
  return units === "decimal" ? {} : { units };
}
