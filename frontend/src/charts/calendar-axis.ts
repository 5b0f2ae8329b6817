/** Ticks of an axis of dates at moments that people use: full seconds, minutes and hours, midnights, firsts of a month. */
import { MONTHS } from "@/lib/months";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;
const MAX_TICKS = 7;

type Unit = "second" | "minute" | "hour" | "day" | "month";

/** How far ticks of each unit may lie apart, from the smallest step to the largest. */
const STEPS: readonly [unit: Unit, ms: number, steps: readonly number[]][] = [
  ["second", SECOND_MS, [1, 2, 5, 10, 15, 30]],
  ["minute", MINUTE_MS, [1, 2, 5, 10, 15, 30]],
  ["hour", HOUR_MS, [1, 3, 6, 12]],
  ["day", DAY_MS, [1, 2, 7, 14]],
  ["month", MONTH_MS, [1, 3, 6, 12]],
];

export interface CalendarTick {
  /** Milliseconds since 1970. */
  position: number;
  label: string;
}

/** Year, month from 0, day, hour, minute, second. */
type Clock = readonly [number, number, number, number, number, number];

/** Between two moments, both in ms; in the reader's time zone, or in UTC. */
export function calendarTicks(low: number, high: number, isUtc: boolean): CalendarTick[] {
  const { unit, step } = stepOf(high - low);
  const clock = clockOf(low, isUtc);
  const positions: number[] = [];
  for (let i = 0; (positions.at(-1) ?? low) <= high; i += 1)
    positions.push(stepped(clock, unit, i * step, step, isUtc));
  const within = positions.filter((position) => position >= low && position <= high);
  return within.map((position, i) => ({
    position,
    label: labelOf(position, within[i - 1] ?? null, unit, isUtc),
  }));
}

function stepOf(span: number): { unit: Unit; step: number } {
  for (const [unit, ms, steps] of STEPS) {
    const step = steps.find((one) => span / (one * ms) <= MAX_TICKS);
    if (step !== undefined) return { unit, step };
  }
  return { unit: "month", step: 12 };
}

function clockOf(ms: number, isUtc: boolean): Clock {
  const at = new Date(ms);
  return isUtc
    ? [
        at.getUTCFullYear(),
        at.getUTCMonth(),
        at.getUTCDate(),
        at.getUTCHours(),
        at.getUTCMinutes(),
        at.getUTCSeconds(),
      ]
    : [at.getFullYear(), at.getMonth(), at.getDate(), at.getHours(), at.getMinutes(), at.getSeconds()];
}

/** So many units after the last full step: days beyond a month's end roll over, daylight saving included. */
function stepped([y, mo, d, h, mi, s]: Clock, unit: Unit, by: number, step: number, isUtc: boolean): number {
  const full = (part: number) => part - (part % step) + by;
  switch (unit) {
    case "month":
      return momentOf(isUtc, y, full(mo), 1);
    case "day":
      return momentOf(isUtc, y, mo, d + by);
    case "hour":
      return momentOf(isUtc, y, mo, d, full(h));
    case "minute":
      return momentOf(isUtc, y, mo, d, h, full(mi));
    case "second":
      return momentOf(isUtc, y, mo, d, h, mi, full(s));
  }
}

function momentOf(isUtc: boolean, year: number, month: number, day: number, ...time: number[]): number {
  const [hour = 0, minute = 0, second = 0] = time;
  return isUtc
    ? Date.UTC(year, month, day, hour, minute, second)
    : new Date(year, month, day, hour, minute, second).getTime();
}

/** Below an hour the day stands at its first tick only. */
function labelOf(ms: number, before: number | null, unit: Unit, isUtc: boolean): string {
  const [year, month, day, ...time] = clockOf(ms, isUtc);
  const date = `${day} ${MONTHS[month]}`;
  if (unit === "month") return `${MONTHS[month]} ${year}`;
  if (unit === "day") return date;
  const shown = time.slice(0, unit === "second" ? 3 : 2);
  const words = shown.map((part) => String(part).padStart(2, "0")).join(":");
  const isSameDay = before !== null && clockOf(before, isUtc)[2] === day;
  return isSameDay && unit !== "hour" ? words : `${date} ${words}`;
}
