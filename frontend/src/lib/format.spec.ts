import { expect, test } from "vitest";
import { countOf, formatArgv, sentenceCase, shortenMiddle, unbroken, withinSentence } from "@/lib/format";

test("arguments are quoted only where a shell needs it", () => {
  expect(formatArgv(["fio", "--rw=read", "--name=a b", "it's", ""])).toBe(
    "fio --rw=read '--name=a b' 'it'\\''s' ''",
  );
});

test("counts agree with their noun and say when they are estimates", () => {
  expect(countOf(1, "run")).toBe("1 run");
  expect(countOf(0, "run")).toBe("0 runs");
  expect(countOf(1240, "run", false)).toBe("about 1,240 runs");
});

test("a sentence starts with a large letter", () => {
  expect(sentenceCase("random read")).toBe("Random read");
});

test("a long path keeps both ends", () => {
  expect(shortenMiddle("/dev/nvme0n1", 22)).toBe("/dev/nvme0n1");
  const short = shortenMiddle("/var/tmp/fioboard-615a6241-adda.dat", 22);
  expect(short).toBe("/var/tmp/fi…1-adda.dat");
  expect(short).toHaveLength(22);
});

test.each([
  ["Queue depth", "queue depth"],
  ["RAID width", "RAID width"],
  ["I/O pattern", "I/O pattern"],
  ["fan", "fan"],
])("a title within a sentence: %s, %s", (title, within) => {
  expect(withinSentence(title)).toBe(within);
});

test.each([
  ["28.4 of 28.8 GB/s, 98.6 %.", "28.4 of 28.8\u00a0GB/s, 98.6\u00a0%."],
  [
    "16 in flight: 35.9 k IOPS with p99 of 4.36 ms.",
    "16 in flight: 35.9\u00a0k\u00a0IOPS with p99 of 4.36\u00a0ms.",
  ],
  ["4 KiB reads, 2 servers and 306 µs", "4\u00a0KiB reads, 2 servers and 306\u00a0µs"],
])("numbers of %s keep their unit on the line", (sentence, kept) => {
  expect(unbroken(sentence)).toBe(kept);
});
