import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "@/lib/search-params";
import { DEFAULT_SORT, parse, SORT_KEYS, toSearch } from "@/pages/runs/params";

test("every state of the page survives its address", () => {
  const params = fc.record({
    sort: fc.record({ key: fc.constantFrom(...SORT_KEYS), isDescending: fc.boolean() }),
    host: fc.uniqueArray(fc.string({ unit: "grapheme" }), { maxLength: 3 }).map((hosts) => hosts.toSorted()),
    units: fc.constantFrom("decimal" as const, "binary" as const),
  });
  fc.assert(
    fc.property(params, (state) => {
      const address = stringifySearch(toSearch(state));
      expect(parse(parseSearch(address))).toEqual({ params: state, problems: [] });
    }),
  );
});

test("defaults are left out of the address", () => {
  expect(toSearch({ sort: DEFAULT_SORT, host: [], units: "decimal" })).toEqual({});
});

test("what cannot be honoured is said, not silently replaced", () => {
  const { params, problems } = parse({ sort: "-speed", units: "furlongs", bios: "4" });
  expect(params.sort).toEqual(DEFAULT_SORT);
  expect(problems).toEqual([
    "sort=-speed is not one of started_at, host, iops, bw_bytes_per_s, clat_p99_ns",
    "units=furlongs is not one of decimal, binary",
    "bios is not a setting of this page",
  ]);
});
