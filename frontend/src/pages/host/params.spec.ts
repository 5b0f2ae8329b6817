import { expect, test } from "vitest";
import { parse, toSearch } from "@/pages/host/params";

test.each([{}, { inventory: "a" }, { changes: "b" }, { inventory: "a", changes: "b" }])(
  "the address %j survives a round trip",
  (search) => {
    const { params, problems } = parse(search);
    expect(problems).toEqual([]);
    expect(toSearch(params)).toEqual(search);
  },
);

test("what cannot be honoured is said", () => {
  expect(parse({ colour: "red", inventory: ["a", "b"] }).problems).toEqual([
    "colour is not a setting of this page",
    "inventory is there more than once; the last one counts",
  ]);
});
