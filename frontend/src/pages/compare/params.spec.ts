import { describe, expect, test } from "vitest";
import { parseSearch, stringifySearch } from "@/lib/search-params";
import { parse, swapped, toQuery, toSearch } from "@/pages/compare/params";

test("an address survives being read and written, new sides in their order", () => {
  const address =
    "?base=bios.nps%3D1%26host%3Depyc&hide=unchanged&ignore=iodepth&ignore=bs&match=size&metric=clat_p99_9_ns" +
    "&new=bios.nps%3D4&new=bios.nps%3D2&open=0123456789ab&sort=-effect&units=binary";
  const { params, problems } = parse(parseSearch(address));
  expect(problems).toEqual([]);
  expect(params.news).toEqual(["bios.nps=4", "bios.nps=2"]);
  expect(stringifySearch(toSearch(params))).toBe(address);
});

test("nothing chosen is an empty address and asks nothing", () => {
  const { params } = parse({});
  expect(stringifySearch(toSearch(params))).toBe("");
  expect(toQuery(params)).toBeNull();
});

test("a new side that is still being chosen stays in the address and is not compared", () => {
  const { params } = parse(parseSearch("?base=slot%3D2&new=slot%3D3&new="));
  expect(stringifySearch(toSearch(params))).toBe("?base=slot%3D2&new=slot%3D3&new=");
  expect(toQuery(params)?.news).toEqual(["slot=3"]);
});

test("a metric beyond the usual ones is asked for besides them", () => {
  const metrics = (address: string) => toQuery(parse(parseSearch(address)).params)?.metrics;
  expect(metrics("?base=slot%3D2&new=slot%3D3&metric=lat_p95_ns")).toContain("lat_p95_ns");
  expect(metrics("?base=slot%3D2&new=slot%3D3&metric=iops")).toEqual(
    metrics("?base=slot%3D2&new=slot%3D3&metric=cpu_pct"),
  );
});

test("swapping exchanges base and the first new side; twice is the first again", () => {
  const { params } = parse(parseSearch("?base=slot%3D2&new=slot%3D3&new=slot%3D4"));
  const turned = swapped(params);
  expect([turned.base, ...turned.news]).toEqual(["slot=3", "slot=2", "slot=4"]);
  expect(swapped(turned)).toEqual(params);
});

describe("what cannot be honoured is reported", () => {
  test.each([
    ["?metric=speed", "metric=speed is not a metric"],
    [
      "?sort=luck",
      "sort=luck is not one of workload, base, effect, verdict, -workload, -base, -effect, -verdict",
    ],
    ["?ignore=%3C", "ignore=< is not a job option"],
    ["?hide=all", "hide=all is not one of unchanged"],
    ["?host=a", "host is no part of a comparison; filters stand within base and new"],
  ])("%s", (address, problem) => expect(parse(parseSearch(address)).problems).toEqual([problem]));
});
