import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "@/lib/search-params";
import { DEFAULT_SORT, parse, SORT_KEYS, toSearch } from "@/pages/runs/params";

test("every state of the page survives its address", () => {
  const params = fc.record({
    sort: fc.record({ key: fc.constantFrom(...SORT_KEYS), isDescending: fc.boolean() }),
    host: fc.option(fc.string({ unit: "grapheme" })),
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
  expect(toSearch({ sort: DEFAULT_SORT, host: null, units: "decimal" })).toEqual({});
});

test("what cannot be honoured is said, not silently replaced", () => {
  const { params, problems } = parse({ sort: "-speed", units: "furlongs", bios: "4", host: ["a", "b"] });
  expect(params.sort).toEqual(DEFAULT_SORT);
  expect(problems).toEqual([
    "sort=-speed is not one of started_at, iops, bw_bytes_per_s, clat_p99_ns",
    "units=furlongs is not one of decimal, binary",
    "host is there more than once; the last one counts",
    "bios is not a setting of this page",
  ]);
});
