import { expect, test } from "vitest";
import { factorOf, formatFactor, formatOptions, nameValue } from "@/lib/factor";

const bytes = { key: "bs", title: "Block size", type: "bytes", unit: "bytes" } as const;
const count = { key: "iodepth", title: "Queue depth", type: "number", unit: null } as const;

test.each([
  [bytes, 4096, "4\u00a0KiB"],
  [bytes, 3_840_755_982_336, "3.84\u00a0TB"],
  [{ ...bytes, key: "job.size" }, 4_294_967_296, "4\u00a0GiB"],
  [{ ...bytes, key: "job.size" }, 10_737_418_240, "10\u00a0GiB"],
  [{ ...bytes, key: "job.size" }, 4_000_000_000, "4.00\u00a0GB"],
  [{ ...bytes, key: "job.size" }, 536_870_912, "512\u00a0MiB"],
  // A virtual drive of 500 GiB is told as drives are sold.
  [{ ...bytes, key: "drive.capacity" }, 536_870_912_000, "537\u00a0GB"],
  [bytes, [4096, 65_536], "4\u00a0KiB, 64\u00a0KiB"],
  [count, 32, "32"],
  [{ ...count, unit: "bytes/s" }, 28_807_002_083, "28.8\u00a0GB/s"],
  [{ ...bytes, key: "memory.total" }, 137_438_953_472, "128\u00a0GiB"],
  [{ ...count, unit: "Mb/s" }, 10_000, "10,000\u00a0Mb/s"],
  [{ ...count, type: "flag" } as const, true, "yes"],
  [{ ...count, type: "text" } as const, "raid0", "raid0"],
  [count, null, "–"],
])("%j %j is shown as %s", (factor, value, text) => expect(formatFactor(factor, value)).toBe(text));

test.each([
  [
    { ...bytes, key: "memory.total" },
    [25_243_549_696, 25_201_606_656, 137_438_953_472],
    ["23.51\u00a0GiB", "23.47\u00a0GiB", "128\u00a0GiB"],
  ],
  [{ ...count, unit: "bytes/s" }, [7_201_758_242, 28_807_032_967], ["7.20\u00a0GB/s", "28.8\u00a0GB/s"]],
  [
    { ...count, unit: "bytes/s" },
    [7_201_758_242, 7_201_758_243],
    ["7.201758242\u00a0GB/s", "7.201758243\u00a0GB/s"],
  ],
  [count, [1, 32], ["1", "32"]],
])("%j: options %j are shown as %j", (factor, values, texts) =>
  expect(formatOptions(factor, values)).toEqual(texts),
);

test("a label is a factor of its own name, anything else unknown is none", () => {
  expect(factorOf([bytes], "bs")).toBe(bytes);
  expect(factorOf([bytes], "label.fan")?.title).toBe("fan");
  expect(factorOf([bytes], "speed")).toBeNull();
});

test.each([
  ["Slot", "2", "Slot 2"],
  ["Slot", "Slot-2", "Slot 2"],
  ["Slot", "slot 2", "slot 2"],
  ["Slot", "PCIe Slot 4", "PCIe Slot 4"],
  ["Slot", "Slotted", "Slot Slotted"],
  ["Slot", "Slot", "Slot"],
  ["Kernel", "6.1.0-27-amd64", "Kernel 6.1.0-27-amd64"],
  ["NPS", "NPS4", "NPS4"],
  ["Host", "myhost", "Host myhost"],
  ["Host", "host-2", "host-2"],
])("%s %s is called %s", (word, value, name) => expect(nameValue(word, value)).toBe(name));
