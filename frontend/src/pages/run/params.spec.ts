import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "@/lib/search-params";
import { parse, type RunParams, toSearch } from "@/pages/run/params";

test.each<RunParams>([
  { units: "decimal", range: null },
  { units: "binary", range: null },
  { units: "decimal", range: { from_ms: 0, to_ms: 5000 } },
  { units: "binary", range: { from_ms: 1500, to_ms: 86_400_000 } },
])("%j survives the address", (params) => {
  expect(parse(parseSearch(stringifySearch(toSearch(params))))).toEqual({ params, problems: [] });
});

test("the default is left out and the unknown is reported", () => {
  expect(toSearch({ units: "decimal", range: null })).toEqual({});
  expect(parse({ units: "x", tab: "raw" }).problems).toEqual([
    "units=x is not one of decimal, binary",
    "tab is not a setting of this page",
  ]);
});

test.each([
  { from: "5000", to: "5000" },
  { from: "9", to: "1" },
  { from: "-1", to: "1" },
  { from: "0x10", to: "99" },
  { from: "3" },
  { to: "" },
])("%j is no range, and that is said", (search) => {
  const { params, problems } = parse(search);
  expect(params.range).toBeNull();
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain("is not a range of milliseconds");
});
