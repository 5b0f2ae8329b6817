import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Address, addresses, addressesOutside } from "@/lib/address";
import { parseSearch, type SearchRecord, stringifySearch } from "@/lib/search-params";

const { runs, run, explore, compare, host } = addresses;
// What a page holds is the page's business; here every one is like every other.
const all = Object.entries({ ...addresses, ...addressesOutside }) as [string, Address<object>][];

/** Keys and values as people and programs write them: known ones, wrong ones, any text. */
const words = [
  "",
  "a",
  "b,c,b",
  "-iops",
  "binary",
  "log",
  "off",
  "5000",
  "9",
  "clat_p99_9_ns",
  "<b>",
  "%",
  "..",
  "4k..64k",
];
const keys = [
  ...["units", "sort", "columns", "group", "metric", "fold", "open", "select", "x", "by", "chart", "xscale"],
  ...[
    "yscale",
    "base",
    "new",
    "ignore",
    "match",
    "hide",
    "inventory",
    "changes",
    "from",
    "to",
    "next",
    "state",
  ],
  ...["host", "label.fan", "__proto__", "constructor", "toString"],
];
const value = fc.oneof(fc.constantFrom(...words), fc.string({ unit: "grapheme" }));
const search: fc.Arbitrary<SearchRecord> = fc.dictionary(
  fc.oneof(fc.constantFrom(...keys), fc.string({ unit: "grapheme" })),
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 })),
);

describe.each(all)("%s", (_name, address) => {
  test("whatever stands in the address, there is a view, and its own address says the same", () => {
    fc.assert(
      fc.property(search, (record) => {
        const { params } = address.parse(record);
        const again = address.parse(parseSearch(stringifySearch(address.write(params))));
        expect(again).toEqual({ params, problems: [] });
      }),
    );
  });

  test("the usual view has an address without a query", () => {
    const { params, problems } = address.parse({});
    expect(problems).toEqual([]);
    expect(address.query(params)).toBe("");
  });
});

test("what the router adds to a search is no part of an address", () => {
  expect(run.parse({ [Symbol("view")]: {}, units: "binary" }).problems).toEqual([]);
});

test.each([
  [
    runs,
    "?bs=4k..64k&columns=started_at,slot,clat_p99_9_ns&fold=off&group=host&host=a&host=b&metric=clat_p99_ns" +
      "&open=b1,b2&select=r2,r1&sort=-drive.model&units=binary",
  ],
  [run, "?from=1500&to=86400000&units=binary"],
  [
    explore,
    "?bs=4k&by=bios.nps&chart=heat-map&metric=clat_p99_9_ns&units=binary&x=raid.width&xscale=log&yscale=log",
  ],
  [
    compare,
    "?base=bios.nps%3D1%26host%3Depyc&hide=unchanged&ignore=iodepth&ignore=bs&match=size&metric=clat_p99_9_ns" +
      "&new=bios.nps%3D4&new=bios.nps%3D2&open=0123456789ab&sort=-effect&units=binary",
  ],
  [host, "?changes=b&inventory=a"],
] as [Address<object>, string][])("an address survives being read and written: %#", (address, text) => {
  const { params, problems } = address.parse(parseSearch(text));
  expect(problems).toEqual([]);
  expect(stringifySearch(address.write(params))).toBe(text);
});

test("a factor of an older address is read as it is called now", () => {
  const { params, problems } = explore.parse(parseSearch("?x=target&by=target&target=/dev/md0"));
  expect(problems).toEqual([]);
  expect(params).toMatchObject({
    x: "target.path",
    by: "target.path",
    filter: { "target.path": ["/dev/md0"] },
  });
  expect(runs.parse(parseSearch("?sort=-target")).params.sort).toEqual({
    key: "target.path",
    isDescending: true,
  });
});

test("a value means what its key says", () => {
  expect(runs.parse(parseSearch("?select=r2,r1,r2&bs=4k..64k&host=a&host=b&fold=off")).params).toMatchObject({
    selected: ["r2", "r1"],
    filter: { bs: ["4k..64k"], host: ["a", "b"] },
    isFolded: false,
    sort: { key: "started_at", isDescending: true },
    columns: null,
  });
  expect(run.parse(parseSearch("?from=1500&to=2000")).params.range).toEqual({ from_ms: 1500, to_ms: 2000 });
  expect(compare.parse(parseSearch("?new=slot%3D3&new=&new=slot%3D2")).params.news).toEqual([
    "slot=3",
    "",
    "slot=2",
  ]);
});

test.each([
  [runs, "?sort=%20", "sort=  is not a factor or metric"],
  [runs, "?units=metric", "units=metric is not one of decimal, binary"],
  [runs, "?metric=speed", "metric=speed is not a metric"],
  [runs, "?fold=on", "fold=on is not off"],
  [runs, "?group=%3Cb%3E", "group=<b> is not a factor"],
  [runs, "?sort=iops&sort=-iops", "sort is given more than once; the last one counts"],
  [runs, `?select=${Array.from({ length: 101 }, (_, i) => i).join()}`, "only the first 100 of select count"],
  [run, "?tab=raw", "tab is not a setting of this page"],
  [host, "?inventory=a&inventory=b", "inventory is given more than once; the last one counts"],
  [explore, "?chart=pie", "chart=pie is not one of points, heat-map"],
  [explore, "?xscale=sqrt", "xscale=sqrt is not one of linear, log"],
  [
    compare,
    "?sort=luck",
    "sort=luck is not one of workload, base, effect, verdict, -workload, -base, -effect, -verdict",
  ],
  [compare, "?ignore=%3C", "ignore=< is not a job option"],
  [compare, "?hide=all", "hide=all is not unchanged"],
  [compare, "?host=a", "host is not part of a comparison; put filters into base and new"],
] as [Address<object>, string, string][])(
  "what cannot be honoured is reported: %#",
  (address, text, problem) => expect(address.parse(parseSearch(text)).problems).toEqual([problem]),
);

test.each([
  { from: "5000", to: "5000" },
  { from: "9", to: "1" },
  { from: "-1", to: "1" },
  { from: "0x10", to: "99" },
  { from: "3" },
  { to: "" },
])("%j is no range, and that is reported", (record) => {
  const { params, problems } = run.parse(record);
  expect(params.range).toBeNull();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain("is not a range of milliseconds");
});
