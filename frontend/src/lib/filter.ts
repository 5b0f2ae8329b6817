/**
 * Filters as they stand in an address: `rw=randwrite&bs=4k..64k&label.fan=!off`. Same key twice = or, different keys =
 * and, `a..b` a range, `!value` not, an empty value = unknown. What keys and values mean, the service alone decides.
 */
import { t } from "@lingui/core/macro";
import { currentKey, type FactorShape, formatFactor } from "@/lib/factor";
import { type SearchRecord, valuesOf } from "@/lib/search-params";

export type FilterRecord = Readonly<Record<string, readonly string[]>>;

/** The filter in an address, without the keys that a page keeps for itself. */
export function filterOf(search: SearchRecord, pageKeys: readonly string[]): FilterRecord {
  return Object.keys(search)
    .filter((key) => !pageKeys.includes(key))
    .reduce<FilterRecord>((filter, key) => withMore(filter, key, valuesOf(search, key)), {});
}

export function isEmptyFilter(filter: FilterRecord): boolean {
  return Object.keys(filter).length === 0;
}

/** The filter with these values of a key, none removes it; each value once. */
export function withValues(filter: FilterRecord, key: string, values: readonly string[]): FilterRecord {
  return withoutEmpty([
    ...Object.entries(filter).filter(([known]) => known !== key),
    [key, [...new Set(values)]],
  ]);
}

/** Adds a value, or takes it away where it is. */
export function toggled(filter: FilterRecord, key: string, value: string): FilterRecord {
  const values = Object.hasOwn(filter, key) ? (filter[key] ?? []) : [];
  return withValues(
    filter,
    key,
    values.includes(value) ? values.filter((known) => known !== value) : [...values, value],
  );
}

/** As one query string, in one spelling: keys sorted. */
export function filterText(filter: FilterRecord): string {
  const pairs = Object.keys(filter)
    .toSorted()
    .flatMap((key) => (filter[key] ?? []).map((value) => [key, value]));
  return new URLSearchParams(pairs).toString();
}

/** Reads what `filterText` writes. */
export function parseFilterText(text: string): FilterRecord {
  let filter: FilterRecord = {};
  for (const [key, value] of new URLSearchParams(text)) {
    filter = withMore(filter, key, [value]);
  }
  return filter;
}

/** The filter with these values of a key beside those it has; a key of an older address as it is called now. */
function withMore(filter: FilterRecord, named: string, values: readonly string[]): FilterRecord {
  const key = currentKey(named);
  const known = Object.hasOwn(filter, key) ? (filter[key] ?? []) : [];
  return withValues(filter, key, [...known, ...values]);
}

/** One value in words: "4k to 64k", "not off", "unknown"; plain numbers of a factor that is given with its unit. */
export function valueInWords(value: string, factor: FactorShape | null = null): string {
  if (value === "") return t`unknown`;
  if (value === "!") return t`known`;
  if (value.startsWith("!")) return t`not ${{ value: valueInWords(value.slice(1), factor) }}`;
  const range = /^(.*?)\.\.(.*)$/.exec(value);
  const spelled = (end: string) =>
    factor !== null && /^\d+(\.\d+)?$/.test(end) ? formatFactor(factor, Number(end)) : end;
  if (range === null) return spelled(value);
  const [low = "", high = ""] = range.slice(1).map(spelled);
  if (low === "") return t`up to ${high}`;
  return high === "" ? t`from ${low}` : t`${low} to ${high}`;
}

/**
 * What was typed into the search box: `key=value` words become filters, values with blanks stand in quotes; the rest
 * are words to search for.
 */
export function parseTyped(text: string): { filter: FilterRecord; words: string } {
  let filter: FilterRecord = {};
  const words: string[] = [];
  for (const [token] of text.matchAll(/(?:[^\s"]+|"[^"]*"?)+/g)) {
    const plain = token.replaceAll('"', "");
    const split = plain.indexOf("=");
    if (split > 0 && /^[a-z][a-z0-9_.-]*$/.test(plain.slice(0, split))) {
      filter = withMore(filter, plain.slice(0, split), [plain.slice(split + 1)]);
    } else if (plain !== "") {
      words.push(plain);
    }
  }
  return { filter, words: words.join(" ") };
}

/** Both filters' values of each key; the words of the second replace those of the first. */
export function merged(filter: FilterRecord, added: FilterRecord): FilterRecord {
  let whole = filter;
  for (const [key, values] of Object.entries(added)) {
    whole = withValues(whole, key, key === "q" ? values : [...(filter[key] ?? []), ...values]);
  }
  return whole;
}

function withoutEmpty(entries: readonly (readonly [string, readonly string[]])[]): FilterRecord {
  // A key such as __proto__ in an address is a key like any other.
  const filter = Object.create(null) as Record<string, readonly string[]>;
  for (const [key, values] of entries) if (values.length > 0) filter[key] = values;
  return { ...filter };
}
