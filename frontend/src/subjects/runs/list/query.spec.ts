import { expect, test } from "vitest";
import { addresses } from "@/lib/address";
import { parseSearch } from "@/lib/search-params";
import { isFolding, toQuery } from "@/subjects/runs/list/query";

test.each([
  ["", true],
  ["?sort=started_at", true],
  ["?host=a", true],
  ["?fold=off", false],
  ["?sort=-iops", false],
  ["?batch=b1", false],
])("%s folds batches: %s", (address, isFolded) => {
  const { params } = addresses.runs.parse(parseSearch(address));
  expect(isFolding(params)).toBe(isFolded);
  expect(toQuery(params).isFolded).toBe(isFolded);
});

test("columns that a run does not carry by itself are asked for, and the order is written as the API takes it", () => {
  const { params } = addresses.runs.parse(
    parseSearch("?columns=started_at,slot,iops&sort=-drive.model&host=a"),
  );
  expect(toQuery(params)).toMatchObject({
    filter: { host: ["a"] },
    sort: "-drive.model",
    columns: ["slot"],
  });
});

test("without an order in the address the newest runs come first", () => {
  expect(toQuery(addresses.runs.parse({}).params).sort).toBe("-started_at");
});
