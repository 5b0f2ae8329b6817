import { expect, test } from "vitest";
import { exactFact, formatFact } from "@/lib/fact-value";

test.each([
  [null, "bytes", "–"],
  ["", null, "–"],
  [0, null, "0"],
  [false, null, "no"],
  ["x16", null, "x16"],
  [9_470_000_000, "bytes/s", "9.47 GB/s"],
  [131_072, "bytes", "128 KiB"],
  [1_843, "ms", "1.84 s"],
  [35_545.2, "IOPS", "35.5k IOPS"],
  [1_920_383_410_176, "bytes", "1.92 TB"],
  [500 * 2 ** 30, "bytes", "537 GB"],
  [2 ** 20, "bytes", "1.00 MiB"],
  [16, "GT/s", "16 GT/s"],
  [4, "lanes", "x4"],
  [["nvme0n1", "nvme1n1"], null, "nvme0n1, nvme1n1"],
  [[], null, "none"],
  [{ a: 1 }, null, '{"a":1}'],
])("%j in %s is %s", (value, unit, text) => {
  expect(formatFact(value, unit).replaceAll("\u00a0", " ")).toBe(text);
});

test("memory is told in powers of two, a drive of as many bytes as drives are sold", () => {
  const of = (path: string) => formatFact(2 ** 39, "bytes", path).replaceAll("\u00a0", " ");
  expect(of("memory.dimms[DIMM_A1].size_bytes")).toBe("512 GiB");
  expect(of("disks[nvme0n1].size_bytes")).toBe("550 GB");
});

test("bandwidth follows the reader's setting", () => {
  expect(formatFact(6_840_000_000, "bytes/s", "", "binary")).toBe("6.37\u00a0GiB/s");
});

test("a rounded size has every byte in its title, other values have none", () => {
  expect(exactFact(2_000_398_934_016, "bytes")).toBe("2,000,398,934,016\u00a0bytes");
  expect(exactFact(16, "GT/s")).toBeUndefined();
});
