import { expect, test } from "vitest";
import { toolInWords } from "@/subjects/runs/parts/tool";

test.each([
  ["fio", "fio-3.41", "fio-3.41"],
  ["fio", "3.41", "fio 3.41"],
  ["SSD-to-GPU reader", "1.2", "SSD-to-GPU reader 1.2"],
  [
    "SSD-to-GPU reader",
    "version unknown (reconstructed)",
    "SSD-to-GPU reader, version unknown (reconstructed)",
  ],
  ["another tool", null, "unnamed tool"],
  ["another tool", "version unknown (reconstructed)", "unnamed tool"],
  ["nvmecontrol", null, "nvmecontrol, version unknown"],
])("%s of version %s is called %s", (name, version, words) => {
  expect(toolInWords({ name, version })).toBe(words);
});
