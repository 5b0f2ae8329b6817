/** The address of a run's page: the unit of bandwidth and the part of the run that is zoomed into. */
import { type SearchRecord, valuesOf } from "@/lib/search-params";
import type { BandwidthUnits } from "@/lib/units";

export interface RunParams {
  units: BandwidthUnits;
  /** Milliseconds from the start of the run; null shows all of it. */
  range: { from_ms: number; to_ms: number } | null;
}

const KEYS = ["units", "from", "to"];

export function parse(search: SearchRecord): { params: RunParams; problems: string[] } {
  const problems: string[] = [];
  const single = (key: string) => valuesOf(search, key).at(-1);
  const units = single("units");
  if (units !== undefined && units !== "binary" && units !== "decimal") {
    problems.push(`units=${units} is not one of decimal, binary`);
  }
  for (const key of Object.keys(search)) {
    if (!KEYS.includes(key)) problems.push(`${key} is not a setting of this page`);
  }
  const [from, to] = [single("from"), single("to")];
  const range = parseRange(from, to);
  if (range === null && (from !== undefined || to !== undefined)) {
    problems.push(`from=${from ?? ""}, to=${to ?? ""} is not a range of milliseconds`);
  }
  return { params: { units: units === "binary" ? "binary" : "decimal", range }, problems };
}

export function toSearch({ units, range }: RunParams): SearchRecord {
  return {
    ...(units === "decimal" ? {} : { units }),
    ...(range === null ? {} : { from: String(range.from_ms), to: String(range.to_ms) }),
  };
}

function parseRange(from: string | undefined, to: string | undefined): RunParams["range"] {
  const isWhole = (text: string | undefined) => text !== undefined && /^\d{1,12}$/.test(text);
  if (!isWhole(from) || !isWhole(to) || Number(from) >= Number(to)) return null;
  return { from_ms: Number(from), to_ms: Number(to) };
}
