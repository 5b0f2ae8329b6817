/** Ticks of an axis of dates at moments that people use: midnights, full hours, firsts of a month. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const MAX_TICKS = 7;
const HOURS = [1, 3, 6, 12];
const DAYS = [1, 2, 7, 14];
const MONTHS = [1, 3, 6, 12];
const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export interface CalendarTick {
  /** Milliseconds since 1970. */
  position: number;
  label: string;
}

/** Between two moments, both in ms; in the reader's time zone, or in UTC. */
export function calendarTicks(low: number, high: number, isUtc: boolean): CalendarTick[] {
  const span = Math.max(high - low, HOUR_MS);
  const hours = HOURS.find((step) => span / (step * HOUR_MS) <= MAX_TICKS);
  const days = DAYS.find((step) => span / (step * DAY_MS) <= MAX_TICKS);
  const months = MONTHS.find((step) => span / (step * 30 * DAY_MS) <= MAX_TICKS) ?? 12;
  const [y, m, d, h] = parts(low, isUtc);
  const ticks: CalendarTick[] = [];
  for (let i = 0; ticks.at(-1) === undefined || (ticks.at(-1)?.position ?? 0) <= high; i += 1) {
    const position =
      hours !== undefined
        ? moment(isUtc, y, m, d, h - (h % hours) + i * hours)
        : days !== undefined
          ? moment(isUtc, y, m, d + i * days)
          : moment(isUtc, y, m - (m % months) + i * months, 1);
    ticks.push({ position, label: labelOf(position, isUtc, hours !== undefined, days === undefined) });
  }
  return ticks.filter(({ position }) => position >= low && position <= high);
}

function parts(ms: number, isUtc: boolean): [number, number, number, number] {
  const at = new Date(ms);
  return isUtc
    ? [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), at.getUTCHours()]
    : [at.getFullYear(), at.getMonth(), at.getDate(), at.getHours()];
}

/** Days beyond a month's end and hours beyond a day's roll over, daylight saving included. */
function moment(isUtc: boolean, year: number, month: number, day: number, hour = 0): number {
  return isUtc ? Date.UTC(year, month, day, hour) : new Date(year, month, day, hour).getTime();
}

function labelOf(ms: number, isUtc: boolean, hasHour: boolean, isMonth: boolean): string {
  const [year, month, day, hour] = parts(ms, isUtc);
  if (isMonth) return `${NAMES[month]} ${year}`;
  return hasHour ? `${day} ${NAMES[month]} ${String(hour).padStart(2, "0")}:00` : `${day} ${NAMES[month]}`;
}
