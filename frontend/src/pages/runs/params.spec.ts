import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "@/lib/search-params";
import { DEFAULT_SORT, isFolding, parse, toQuery, toSearch } from "@/pages/runs/params";

test("without a word in the address everything is usual", () => {
  const { params, problems } = parse({});
  expect(problems).toEqual([]);
  expect(params).toEqual({
    filter: {},
    sort: DEFAULT_SORT,
    columns: null,
    group: null,
    metric: "iops",
    isFolded: true,
    open: [],
    selected: [],
    units: "decimal",
  });
  expect(stringifySearch(toSearch(params))).toBe("");
});

test("an address survives being read and written", () => {
  const address =
    "?bs=4k..64k&columns=started_at,slot,clat_p99_9_ns&fold=off&group=host&host=a&host=b&metric=clat_p99_ns&open=b1,b2&select=r2,r1&sort=-drive.model&units=binary";
  const { params, problems } = parse(parseSearch(address));
  expect(problems).toEqual([]);
  expect(params.selected).toEqual(["r2", "r1"]);
  expect(params.filter).toEqual({ bs: ["4k..64k"], host: ["a", "b"] });
  expect(stringifySearch(toSearch(params))).toBe(address);
});

test.each([
  ["?sort=%20", "sort=  is not a factor or metric"],
  ["?units=metric", "units=metric is not one of decimal, binary"],
  ["?metric=speed", "metric=speed is not a metric"],
  ["?fold=on", "fold=on is not off"],
  ["?group=%3Cb%3E", "group=<b> is not a factor"],
  ["?sort=iops&sort=-iops", "sort is there more than once; the last one counts"],
])("%s is reported", (address, problem) => {
  expect(parse(parseSearch(address)).problems).toEqual([problem]);
});

test.each([
  ["", true],
  ["?sort=started_at", true],
  ["?host=a", true],
  ["?fold=off", false],
  ["?sort=-iops", false],
  ["?batch=b1", false],
])("%s folds batches: %s", (address, isFolded) => {
  const { params } = parse(parseSearch(address));
  expect(isFolding(params)).toBe(isFolded);
  expect(toQuery(params).isFolded).toBe(isFolded);
});
