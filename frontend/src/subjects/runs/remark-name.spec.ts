import { expect, test } from "vitest";
import { remarkInWords } from "@/subjects/runs/remark-name";

test("a remark's stable name reads as words", () => {
  expect(remarkInWords("TextAroundDocument")).toBe("Text around document");
  expect(remarkInWords("MissingClones")).toBe("Missing clones");
});

test("names that are no words have words of their own", () => {
  expect(remarkInWords("GivenUp")).toBe("Not read to the end");
  expect(remarkInWords("BrokenLine")).toBe("Damaged line");
  expect(remarkInWords("NoHead")).toBe("The beginning of the output is missing");
  expect(remarkInWords("Utf16")).toBe("UTF-16");
});
