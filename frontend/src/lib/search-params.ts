/**
 * Query strings as flat records: `host=a&host=b&sort=-iops`, the spelling the API uses too. Keys are sorted, an absent
 * value is left out, so that one state has one address.
 */

export type SearchRecord = Readonly<Record<string, string | readonly string[] | undefined>>;

export function parseSearch(search: string): SearchRecord {
  const record: Record<string, string | string[]> = {};
  for (const [key, value] of new URLSearchParams(search)) {
    const before = Object.hasOwn(record, key) ? record[key] : undefined;
    if (before === undefined) {
      Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
    } else {
      record[key] = Array.isArray(before) ? [...before, value] : [before, value];
    }
  }
  return record;
}

/** With its leading "?", or "" when there is nothing to say. */
export function stringifySearch(record: SearchRecord): string {
  const pairs = Object.keys(record)
    .toSorted()
    .flatMap((key) => {
      const value = record[key];
      const values = typeof value === "string" ? [value] : (value ?? []);
      return values.map((item) => `${encode(key)}=${encode(item)}`);
    });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

/** All values of a key, whether it was given once, often or never. */
export function valuesOf(record: SearchRecord, key: string): readonly string[] {
  const value = Object.hasOwn(record, key) ? record[key] : undefined;
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}

function encode(text: string): string {
  // Readable in an address bar and allowed there as they are.
  return encodeURIComponent(text.toWellFormed()).replace(/%(?:3A|2F|2C|40)/g, decodeURIComponent);
}
