import { expect, test } from "vitest";
import { formatFact } from "@/lib/fact-value";

test.each([
  [null, "bytes", "–"],
  ["", null, "–"],
  [0, null, "0"],
  [false, null, "no"],
  ["x16", null, "x16"],
  [9_470_000_000, "bytes/s", "9.47 GB/s"],
  [131_072, "bytes", "128 KiB"],
  [1_920_383_410_176, "bytes", "1.92 TB"],
  [2 ** 36, "bytes", "64.0 GiB"],
  [16, "GT/s", "16 GT/s"],
  [4, "lanes", "×4"],
  [["nvme0n1", "nvme1n1"], null, "nvme0n1, nvme1n1"],
  [[], null, "none"],
  [{ a: 1 }, null, '{"a":1}'],
])("%j in %s is %s", (value, unit, text) => {
  expect(formatFact(value, unit).replaceAll("\u00a0", " ")).toBe(text);
});
