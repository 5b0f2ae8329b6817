import { expect, test } from "vitest";
import { sidesInWords } from "@/subjects/sharing/report/wording";
import { comparison } from "@/test/compare-data";
import { epycComparison } from "@/test/share-data";

test("sides are told apart by the one factor that changed", () => {
  const { compare, factors } = epycComparison();
  if (compare === null) throw new Error("the fixture is a comparison");
  expect(sidesInWords(compare, factors)).toEqual(["NPS 1", "NPS 4"]);
});

test("without one cause the sides are base and new, and no factor is put forward", () => {
  const { compare, factors } = epycComparison();
  if (compare === null) throw new Error("the fixture is a comparison");
  const attribution = { ...compare.attribution, kind: "confounded" as const, keys: ["bios.nps", "kernel"] };
  expect(sidesInWords({ ...compare, attribution }, factors)).toEqual(["base", "new"]);
  expect(sidesInWords(comparison(), [])).toEqual(["base", "new"]);
});

test("several new sides of different causes are numbered", () => {
  const { compare } = epycComparison();
  if (compare === null) throw new Error("the fixture is a comparison");
  const other = { ...compare, attribution: { ...compare.attribution, kind: "confounded" as const } };
  expect(sidesInWords({ ...compare, more: [other] }, [])).toEqual(["base", "NPS 4", "new 2"]);
});
