import { expect, test } from "vitest";
import { shortConcurrency, shortPattern, workloadInWords } from "@/lib/workload";

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
  expect(shortConcurrency(options)).toBe("qd32×4");
});

test("a range of block sizes is shown as typed", () => {
  const range = { ...options, bs_bytes: null, bs: "4k-64k" };
  expect(shortPattern(range)).toBe("randread 4k-64k");
  expect(workloadInWords(range)).toContain("random read 4k-64k");
});
