import { expect, test } from "vitest";
import { calendarTicks } from "@/charts/calendar-axis";

const at = (iso: string) => Date.parse(iso);
const labels = (low: string, high: string) =>
  calendarTicks(at(low), at(high), true).map(({ label }) => label);

test("a day or two has full hours, a week midnights, a year firsts of a month", () => {
  expect(labels("2026-11-10T09:10:00Z", "2026-11-10T14:00:00Z")).toEqual(
    [10, 11, 12, 13, 14].map((hour) => `10 Nov ${hour}:00`),
  );
  expect(labels("2026-11-10T09:00:00Z", "2026-11-15T08:00:00Z")).toEqual(
    [11, 12, 13, 14, 15].map((day) => `${day} Nov`),
  );
  expect(labels("2026-01-05T00:00:00Z", "2026-12-01T00:00:00Z")).toEqual([
    "Apr 2026",
    "Jul 2026",
    "Oct 2026",
  ]);
});

test("ticks lie within the axis, and never more than a reader can tell apart", () => {
  const low = at("2026-02-27T22:30:00Z");
  for (const days of [0.2, 1, 3, 9, 30, 90, 400, 4000]) {
    const ticks = calendarTicks(low, low + days * 86_400_000, true);
    expect(ticks.length).toBeLessThanOrEqual(days > 2600 ? 12 : 8);
    expect(ticks.every(({ position }) => position >= low && position <= low + days * 86_400_000)).toBe(true);
    expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
  }
});
