import { expect, test } from "vitest";
import type { Facet } from "@/api/types";
import { lastWord, suggest, toSuggested } from "@/subjects/runs/controls/filters/suggest";

const FACETS = [
  {
    key: "drive.model",
    title: "Drive",
    values: [
      { text: "PM9A3 1.92TB", label: "PM9A3 1.92TB", runs: 3 },
      { text: "P5510", label: "P5510", runs: 1 },
    ],
  },
  { key: "raid.width", title: "RAID width", values: [{ text: "4", label: "4", runs: 2 }] },
  { key: "bs", title: "Block size", values: [{ text: "4096", label: "4k", runs: 9 }] },
];
const texts = (typed: string) => suggest(typed, FACETS).map(({ text }) => text);

test("a word offers the keys that hold it, those that begin with it first", () => {
  expect(texts("d")).toEqual(["drive.model=", "raid.width="]);
  expect(texts("host=a wid")).toEqual(["host=a raid.width="]);
  expect(texts("block")).toEqual(["bs="]);
});

test("after the sign its values are offered, in quotes where they hold blanks", () => {
  expect(texts("drive.model=")).toEqual(['drive.model="PM9A3 1.92TB" ', "drive.model=P5510 "]);
  expect(texts('x drive.model="pm9')).toEqual(['x drive.model="PM9A3 1.92TB" ']);
  expect(suggest("drive.model=p5", FACETS)[0]?.hint).toBe("1 run");
});

test("values are found by what they look like, too, and a not stays one", () => {
  expect(texts("bs=4k")).toEqual(["bs=4096 "]);
  expect(texts("raid.width=!")).toEqual(["raid.width=!4 "]);
});

test.each([
  ["ramp_time", "number", "s", 60, "60\u00a0s"],
  ["bs", "bytes", null, 4096, "4\u00a0KiB"],
  ["limit", "text", null, "at-link-limit", "slowest PCIe link"],
] as const)("a value of %s has its unit or its words", (key, type, unit, value, label) => {
  const facet = { key, title: key, type, values: [{ value, runs: 1, is_chosen: false }] } as unknown as Facet;
  expect(toSuggested(facet, [{ key, title: key, type, unit }]).values[0]?.label).toBe(label);
});

test.each(["", "slow disk ", "speed=", "zz"])("%j offers nothing", (typed) =>
  expect(texts(typed)).toEqual([]),
);

test("the part of a value that the service is asked for is the last word's", () => {
  expect(lastWord('rw=read drive.model=!"PM9').value).toEqual({ key: "drive.model", sign: "!", part: "PM9" });
  expect(lastWord("host=a slow").value).toBeNull();
  expect(lastWord("host=a ").value).toBeNull();
});
