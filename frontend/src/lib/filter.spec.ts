import fc from "fast-check";
import { expect, test } from "vitest";
import {
  filterOf,
  filterText,
  merged,
  parseFilterText,
  parseTyped,
  toggled,
  valueInWords,
  withValues,
} from "@/lib/filter";
import { parseSearch, stringifySearch } from "@/lib/search-params";

test("the filter of an address is all but the page's own keys", () => {
  const search = parseSearch("?host=a&host=b&sort=-iops&bs=4k..64k");
  expect(filterOf(search, ["sort"])).toEqual({ host: ["a", "b"], bs: ["4k..64k"] });
});

test("a key of an older address is read as it is called now, beside its own", () => {
  const now = { "target.path": ["/dev/b", "/dev/a"] };
  expect(filterOf(parseSearch("?target.path=/dev/b&target=/dev/a"), [])).toEqual(now);
  expect(parseFilterText("target.path=%2Fdev%2Fb&target=%2Fdev%2Fa")).toEqual(now);
  expect(parseTyped("target.path=/dev/b target=/dev/a").filter).toEqual(now);
});

test("values are added, taken away, and never there twice", () => {
  const one = toggled({}, "slot", "2");
  expect(one).toEqual({ slot: ["2"] });
  expect(toggled(one, "slot", "3")).toEqual({ slot: ["2", "3"] });
  expect(toggled(one, "slot", "2")).toEqual({});
  expect(withValues(one, "slot", ["3", "3"])).toEqual({ slot: ["3"] });
});

test.each([
  ["4k", "4k"],
  ["4k..64k", "4k to 64k"],
  ["..64k", "up to 64k"],
  ["4k..", "from 4k"],
  ["!off", "not off"],
  ["!4k..64k", "not 4k to 64k"],
  ["", "unknown"],
  ["!", "known"],
])("%j is said as %s", (value, words) => expect(valueInWords(value)).toBe(words));

test.each([
  ["7201758242", "7.20\u00a0GB/s"],
  ["!7201758242..28807032967", "not 7.20\u00a0GB/s to 28.8\u00a0GB/s"],
  ["7g..", "from 7g"],
  ["", "unknown"],
])("%j of a bandwidth is said as %s", (value, words) => {
  const factor = { key: "chain.limit", title: "Link limit", type: "number", unit: "bytes/s" } as const;
  expect(valueInWords(value, factor)).toBe(words);
});

test.each([
  ["rw=randread bs=4k", { rw: ["randread"], bs: ["4k"] }, ""],
  ['drive.model="PM9A3 1.92TB" slow', { "drive.model": ["PM9A3 1.92TB"] }, "slow"],
  ["slot=2 slot=3", { slot: ["2", "3"] }, ""],
  ["why = not", {}, "why = not"],
  ["two words", {}, "two words"],
  ['host="open', { host: ["open"] }, ""],
  ["", {}, ""],
])("typed %j", (text, filter, words) => expect(parseTyped(text)).toEqual({ filter, words }));

test("new words replace the old ones, other values join them", () => {
  expect(merged({ q: ["old"], slot: ["2"] }, { q: ["new"], slot: ["3"] })).toEqual({
    q: ["new"],
    slot: ["2", "3"],
  });
});

const key = fc.stringMatching(/^[a-z][a-z0-9_.]{0,12}$/);
const filters = fc.dictionary(
  key,
  fc.uniqueArray(fc.string({ unit: "grapheme" }), { minLength: 1, maxLength: 4 }),
);

test("a filter survives its own text and an address", () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(parseFilterText(filterText(filter))).toEqual(filter);
      expect(filterOf(parseSearch(stringifySearch(filter)), [])).toEqual(filter);
    }),
  );
});
