import { beforeEach, expect, test } from "vitest";
import { listRecent, rememberComparison } from "@/subjects/compare/page/recent";

beforeEach(() => localStorage.clear());

test("the newest six comparisons are kept, each once", () => {
  for (const title of ["a", "b", "c", "d", "e", "f", "g", "b"])
    rememberComparison({ title, query: `base=${title}` });
  expect(listRecent().map(({ title }) => title)).toEqual(["b", "g", "f", "e", "d", "c"]);
});

test("what is not a list of comparisons is ignored", () => {
  for (const text of ["{", "null", '[{"title":1}]', '"x"']) {
    localStorage.setItem("fioboard-recent-comparisons", text);
    expect(listRecent()).toEqual([]);
  }
});
