import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "@/lib/search-params";
import { parse, toSearch } from "@/pages/run/params";

test.each(["decimal", "binary"] as const)("the unit %s survives the address", (units) => {
  expect(parse(parseSearch(stringifySearch(toSearch({ units }))))).toEqual({
    params: { units },
    problems: [],
  });
});

test("the default is left out and the unknown is reported", () => {
  expect(toSearch({ units: "decimal" })).toEqual({});
  expect(parse({ units: "x", tab: "raw" }).problems).toEqual([
    "units=x is not one of decimal, binary",
    "tab is not a setting of this page",
  ]);
});
