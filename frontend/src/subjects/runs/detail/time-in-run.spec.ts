import fc from "fast-check";
import { expect, test } from "vitest";
import { formatTimeInRun } from "@/lib/units";
import { parseTimeInRun } from "@/subjects/runs/detail/time-in-run";

test.each([
  ["90", 90_000],
  ["1:30", 90_000],
  ["1:02:33", 3_753_000],
  ["0:01.25", 1250],
  [" 5 ", 5000],
  ["", null],
  ["1:75", null],
  ["-1", null],
  ["x", null],
])("%j is %s ms", (text, ms) => {
  expect(parseTimeInRun(text)).toBe(ms);
});

test("what is shown is read back as the same moment", () => {
  fc.assert(
    fc.property(fc.nat(400_000_000), (ms) => {
      expect(parseTimeInRun(formatTimeInRun(ms))).toBe(ms);
    }),
  );
});
