/** The address of a host's page: which of its inventories is shown, and which change is open. */
import { type SearchRecord, valuesOf } from "@/lib/search-params";

export interface HostParams {
  /** Null for the newest. */
  inventory: string | null;
  /** The inventory whose difference to the one before is open in the timeline. */
  changes: string | null;
}

const KEYS = ["inventory", "changes"];

export function parse(search: SearchRecord): { params: HostParams; problems: string[] } {
  const problems = Object.keys(search)
    .filter((key) => !KEYS.includes(key))
    .map((key) => `${key} is not a setting of this page`);
  for (const key of KEYS) {
    if (valuesOf(search, key).length > 1)
      problems.push(`${key} is there more than once; the last one counts`);
  }
  const single = (key: string) => valuesOf(search, key).at(-1) ?? null;
  return { params: { inventory: single("inventory"), changes: single("changes") }, problems };
}

export function toSearch({ inventory, changes }: HostParams): SearchRecord {
  return {
    ...(inventory === null ? {} : { inventory }),
    ...(changes === null ? {} : { changes }),
  };
}
