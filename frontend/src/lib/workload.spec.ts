import { expect, test } from "vitest";
import { shortConcurrency, shortPattern, sweptBriefly, workloadInWords } from "@/lib/workload";

const options = { rw: "randread", bs_bytes: 4096, bs: null, iodepth: 32, numjobs: 4 };
const unknown = { rw: null, bs_bytes: null, bs: null, iodepth: null, numjobs: null };
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("a workload in words names pattern, block size, depth and jobs", () => {
  expect(plain(workloadInWords(options))).toBe("random read 4 KiB, QD 32, 4 jobs");
  expect(plain(workloadInWords({ ...options, rw: "rw", numjobs: 1 }))).toBe(
    "sequential read and write 4 KiB, QD 32, 1 job",
  );
});

test("unknown options are left out, not guessed", () => {
  expect(workloadInWords(unknown)).toBe("unknown workload");
  expect(shortPattern(unknown)).toBe("");
  expect(shortConcurrency(unknown)).toBe("");
});

test("the short form is as fio writes it", () => {
  expect(shortPattern(options)).toBe("randread 4k");
  expect(shortConcurrency(options)).toBe("QD 32, 4 jobs");
});

test("a range of block sizes is shown as typed", () => {
  const range = { ...options, bs_bytes: null, bs: "4k-64k" };
  expect(shortPattern(range)).toBe("randread 4k-64k");
  expect(workloadInWords(range)).toContain("random read 4k-64k");
});

test("what a batch swept is said briefly", () => {
  const bs = { key: "bs", count: 2, values: [4096, 65_536] };
  const depth = { key: "iodepth", count: 3, values: [1, 8, 32] };
  const patterns = { key: "rw", count: 3, values: ["read", "randread", "randwrite"] };
  const jobs = { key: "numjobs", count: 2, values: [1, 4] };
  const write = { ...options, rw: "write", bs_bytes: 1 << 20 };
  expect(sweptBriefly([bs, depth], options)).toEqual(["rand read 4k, 64k; QD 1–32"]);
  expect(sweptBriefly([bs, depth, patterns], options)).toEqual(["3 patterns 4k, 64k; QD 1–32"]);
  expect(sweptBriefly([depth], write)).toEqual(["seq write 1M; QD 1–32"]);
  expect(sweptBriefly([bs, depth, jobs], options)).toEqual(["rand read 4k, 64k", "QD 1–32; jobs 1, 4"]);
});
