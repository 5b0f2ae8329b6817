import { expect, test } from "vitest";
import { parseSearch, stringifySearch } from "@/lib/search-params";
import { parse, toSearch } from "@/pages/explore/params";

test("an address survives being read and written", () => {
  const address =
    "?bs=4k&by=bios.nps&chart=heat-map&metric=clat_p99_9_ns&units=binary&x=raid.width&xscale=log&yscale=log";
  const { params, problems } = parse(parseSearch(address));
  expect(problems).toEqual([]);
  expect(stringifySearch(toSearch(params))).toBe(address);
});

test("nothing chosen is an empty address", () => {
  const { params } = parse({});
  expect(params.x).toBeNull();
  expect(stringifySearch(toSearch(params))).toBe("");
});

test.each([
  ["?chart=pie", "chart=pie is not one of points, heat-map"],
  ["?x=%3C", "x=< is not a factor"],
  ["?metric=speed", "metric=speed is not a metric"],
])("%s is reported", (address, problem) => expect(parse(parseSearch(address)).problems).toEqual([problem]));
