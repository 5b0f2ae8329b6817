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

test.each([
  ["09:00:00", "09:20:00", ["25 Nov 09:00", "09:05", "09:10", "09:15", "09:20"]],
  ["09:01:10", "09:07:50", ["25 Nov 09:02", "09:03", "09:04", "09:05", "09:06", "09:07"]],
  ["09:00:58", "09:01:07", ["25 Nov 09:00:58", "09:01:00", "09:01:02", "09:01:04", "09:01:06"]],
  ["09:03:00", "12:00:00", ["25 Nov 09:30", "10:00", "10:30", "11:00", "11:30", "12:00"]],
])("within an hour or a minute, too: %s to %s", (low, high, expected) => {
  expect(labels(`2026-11-25T${low}Z`, `2026-11-25T${high}Z`)).toEqual(expected);
});

test("a new day is named at its first tick", () => {
  expect(labels("2026-11-25T23:45:00Z", "2026-11-26T00:30:00Z")).toEqual([
    "25 Nov 23:50",
    "26 Nov 00:00",
    "00:10",
    "00:20",
    "00:30",
  ]);
});

test("every span longer than a few seconds has two ticks at least", () => {
  const low = at("2026-02-27T22:31:17Z");
  for (let span = 4000; span < 20 * 365 * 86_400_000; span *= 1.3)
    expect(calendarTicks(low, low + span, true).length, String(span)).toBeGreaterThanOrEqual(2);
});

test("ticks lie within the axis, and never more than a reader can tell apart", () => {
  const low = at("2026-02-27T22:30:00Z");
  for (const days of [0.0001, 0.001, 0.01, 0.04, 0.2, 1, 3, 9, 30, 90, 400, 4000]) {
    const ticks = calendarTicks(low, low + days * 86_400_000, true);
    expect(ticks.length).toBeLessThanOrEqual(days > 2600 ? 12 : 8);
    expect(ticks.every(({ position }) => position >= low && position <= low + days * 86_400_000)).toBe(true);
    expect(new Set(ticks.map(({ label }) => label)).size).toBe(ticks.length);
  }
});
