import { expect, test } from "vitest";
import { addresses } from "@/lib/address";
import { parseSearch } from "@/lib/search-params";
import { swapped, toQuery } from "@/subjects/compare/page/query";

const paramsOf = (address: string) => addresses.compare.parse(parseSearch(address)).params;

test("nothing is asked before both sides are chosen", () => {
  expect(toQuery(paramsOf(""))).toBeNull();
  expect(toQuery(paramsOf("?base=slot%3D2&new="))).toBeNull();
});

test("a new side that is still being chosen is not compared", () => {
  expect(toQuery(paramsOf("?base=slot%3D2&new=slot%3D3&new="))?.news).toEqual(["slot=3"]);
});

test("a metric beyond the usual ones is asked for besides them", () => {
  const metrics = (address: string) => toQuery(paramsOf(address))?.metrics;
  expect(metrics("?base=slot%3D2&new=slot%3D3&metric=lat_p95_ns")).toContain("lat_p95_ns");
  expect(metrics("?base=slot%3D2&new=slot%3D3&metric=iops")).toEqual(
    metrics("?base=slot%3D2&new=slot%3D3&metric=cpu_pct"),
  );
});

test("the sentence speaks of the metric in view; without one the service chooses", () => {
  expect(toQuery(paramsOf("?base=slot%3D2&new=slot%3D3&metric=lat_p95_ns"))?.headline).toBe("lat_p95_ns");
  expect(toQuery(paramsOf("?base=slot%3D2&new=slot%3D3"))?.headline).toBeNull();
});

test("swapping exchanges base and the first new side; twice is the first again", () => {
  const params = paramsOf("?base=slot%3D2&new=slot%3D3&new=slot%3D4");
  const turned = swapped(params);
  expect([turned.base, ...turned.news]).toEqual(["slot=3", "slot=2", "slot=4"]);
  expect(swapped(turned)).toEqual(params);
});
