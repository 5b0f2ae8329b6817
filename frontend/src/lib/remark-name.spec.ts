import { expect, test } from "vitest";
import { remarkInWords } from "@/lib/remark-name";

test("a remark's stable name reads as words", () => {
  expect(remarkInWords("TextAroundDocument")).toBe("Text around document");
  expect(remarkInWords("Utf16")).toBe("Utf16");
});
