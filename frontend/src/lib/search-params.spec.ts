import fc from "fast-check";
import { expect, test } from "vitest";
import { parseSearch, stringifySearch, valuesOf } from "@/lib/search-params";

test("a key given twice is a list, given once a text", () => {
  const record = parseSearch("?host=a&host=b&sort=-iops");
  expect(record).toEqual({ host: ["a", "b"], sort: "-iops" });
  expect(valuesOf(record, "host")).toEqual(["a", "b"]);
  expect(valuesOf(record, "sort")).toEqual(["-iops"]);
  expect(valuesOf(record, "toString")).toEqual([]);
});

test("keys are sorted and absent values are left out", () => {
  expect(stringifySearch({ sort: "iops", host: ["b", "a"], q: undefined })).toBe("?host=b&host=a&sort=iops");
  expect(stringifySearch({})).toBe("");
});

test("paths stay readable", () => {
  expect(stringifySearch({ next: "/runs/1", q: "a b&c" })).toBe("?next=/runs/1&q=a%20b%26c");
});

test("what was written is read back", () => {
  const text = fc.string({ unit: "grapheme" });
  const values = fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 }));
  fc.assert(
    fc.property(fc.dictionary(text, values), (record) => {
      expect(parseSearch(stringifySearch(record))).toEqual({ ...record });
    }),
  );
});
