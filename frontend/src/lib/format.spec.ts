import { expect, test } from "vitest";
import {
  countRuns,
  cutAtNumbers,
  formatArgv,
  sentenceCase,
  shortenMiddle,
  withinSentence,
} from "@/lib/format";

test("arguments are quoted only where a shell needs it", () => {
  expect(formatArgv(["fio", "--rw=read", "--name=a b", "it's", ""])).toBe(
    "fio --rw=read '--name=a b' 'it'\\''s' ''",
  );
});

test("a count of runs agrees with its noun and says when it is an estimate", () => {
  expect(countRuns(1, true)).toBe("1 run");
  expect(countRuns(0, true)).toBe("0 runs");
  expect(countRuns(1240, false)).toBe("about 1,240 runs");
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
  ["28.4 of 28.8 GB/s, 98.6 %.", ["28.8 GB/s", "98.6 %"]],
  ["16 in flight: 35.9k IOPS with p99 of 4.36 ms.", ["35.9k IOPS", "4.36 ms"]],
  ["35,855 IOPS, 4 KiB reads, 2 servers and 306 µs", ["35,855 IOPS", "4 KiB", "306 µs"]],
  ["2 Big drives", []],
])("numbers of %s keep their unit on the line", (sentence, kept) => {
  const pieces = cutAtNumbers(sentence);
  expect(pieces.join("")).toBe(sentence);
  expect(pieces.filter((_, i) => i % 2 === 1)).toEqual(kept);
});
