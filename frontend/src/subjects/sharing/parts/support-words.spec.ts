import { describe, expect, test } from "vitest";
import type { KernelLog } from "@/api/types";
import { byTime, coverInWords, logInWords } from "@/subjects/sharing/parts/support-words";

const LOG: KernelLog = {
  collected_at: "2026-11-20T14:30:00Z",
  status: "ok",
  detail: null,
  command: null,
  source: "dmesg",
  covers_from: "2026-11-20T12:00:00Z",
  covers_run: true,
  lines: [],
  counts: [
    { topic: "pcie_error", title: "PCIe errors", lines: 2, during: 1 },
    { topic: "reset", title: "resets", lines: 1, during: 0 },
    { topic: "other", title: "others", lines: 11, during: 4 },
  ],
  line_count: 14,
  lines_left_out: 0,
  lines_hidden: 0,
};

describe("the kernel's log in words", () => {
  test.each([
    [
      {},
      "14 lines about storage in the kernel log, of them 2 PCIe errors, 1 reset; 1 of them during the run",
    ],
    [
      { counts: LOG.counts.slice(1) },
      "14 lines about storage in the kernel log, of them 1 reset; none of them during the run",
    ],
    // What the log does not reach over it tells nothing about.
    [{ covers_run: false }, "14 lines about storage in the kernel log, of them 2 PCIe errors, 1 reset"],
    [{ covers_run: null }, "14 lines about storage in the kernel log, of them 2 PCIe errors, 1 reset"],
    [{ counts: LOG.counts.slice(2) }, "14 lines about storage in the kernel log, none known as a fault"],
    [{ line_count: 1, counts: [] }, "1 line about storage in the kernel log, none known as a fault"],
    [{ line_count: 0, counts: [] }, "No line about storage in the kernel log"],
  ] satisfies [Partial<KernelLog>, string][])("%o", (fields, words) => {
    expect(logInWords({ ...LOG, ...fields })).toBe(words);
  });

  test("a log that does not cover the run says so, one that could not be read says nothing of it", () => {
    expect(coverInWords(LOG)).toBeNull();
    expect(coverInWords({ ...LOG, covers_run: false })).toContain("does not cover the whole run");
    expect(coverInWords({ ...LOG, covers_run: null })).toContain("is unknown");
    expect(coverInWords({ ...LOG, status: "denied", covers_run: false })).toBeNull();
  });

  test("lines without a time are not of the run", () => {
    const line = { at: null, text: "x", topic: "other", is_during: null };
    const { during, others } = byTime([line, { ...line, is_during: true }, { ...line, is_during: false }]);
    expect([during.length, others.length]).toEqual([1, 2]);
  });
});
