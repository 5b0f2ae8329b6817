import { expect, test } from "vitest";
import { formatDay, formatMoment, formatUtc } from "@/lib/time";
import { MISSING } from "@/lib/units";

const now = new Date("2026-11-21T12:00:00Z");

test("a moment of this year needs no year", () => {
  expect(formatMoment("2026-11-19T14:21:07Z", now)).toBe("19 Nov 14:21");
  expect(formatMoment("2025-01-02T03:04:05Z", now)).toBe("2 Jan 2025 03:04");
});

test("the full form is UTC, whatever zone it was written in", () => {
  expect(formatUtc("2026-11-19T15:21:07+01:00")).toBe("2026-11-19 14:21:07 UTC");
  expect(formatDay("2026-11-19T14:21:07Z")).toBe("19 Nov 2026");
});

test("an unknown time is missing", () => {
  expect(formatMoment(null, now)).toBe(MISSING);
  expect(formatUtc(null)).toBe(MISSING);
  expect(formatUtc("yesterday")).toBe(MISSING);
});
