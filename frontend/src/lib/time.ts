/** Timestamps in words. Short forms are in the reader's time zone, the full form is UTC. */
import { MONTHS } from "@/lib/months";
import { MISSING } from "@/lib/units";

const two = (value: number) => String(value).padStart(2, "0");

/** "19 Nov 14:21", with the year when it is not the one of `now`. */
export function formatMoment(iso: string | null, now: Date): string {
  const at = parse(iso);
  if (at === null) return MISSING;
  const day = `${at.getDate()} ${MONTHS[at.getMonth()]}`;
  const year = at.getFullYear() === now.getFullYear() ? "" : ` ${at.getFullYear()}`;
  return `${day}${year} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** "Europe/Berlin, UTC+01:00": the zone of the short forms, as it is at `now`. */
export function zoneInWords(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const ahead = Math.abs(minutes);
  const offset = `UTC${minutes < 0 ? "−" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return name === "UTC" ? name : `${name}, ${offset}`;
}

/** "14:21:07": the clock of the reader's time zone at Unix ms. */
export function formatClock(ms: number): string {
  const at = new Date(ms);
  return [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
}

/** "Mon 19 Nov 14:21" by the clock of a time zone; in UTC where the browser does not know the zone. */
export function formatInZone(iso: string, zone: string): string {
  const style = {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  const words = (timeZone: string) =>
    new Intl.DateTimeFormat("en-GB", { ...style, timeZone }).format(new Date(iso)).replaceAll(",", "");
  try {
    return words(zone);
  } catch {
    return `${words("UTC")} UTC`;
  }
}

/** "2026-11-19 18:00:07 UTC". */
export function formatUtc(iso: string | null): string {
  const at = parse(iso);
  return at === null ? MISSING : `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

/** "19 Nov 2026 18:00 UTC": the same words for every reader. */
export function formatUtcMinute(iso: string | null): string {
  const at = parse(iso);
  if (at === null) return MISSING;
  return `${formatUtcDay(iso)} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())} UTC`;
}

/** "19 Nov 2026", the day in UTC. */
export function formatUtcDay(iso: string | null): string {
  const at = parse(iso);
  return at === null ? MISSING : `${at.getUTCDate()} ${MONTHS[at.getUTCMonth()]} ${at.getUTCFullYear()}`;
}

/** "19 Nov 2026". */
export function formatDay(iso: string | null): string {
  const at = parse(iso);
  return at === null ? MISSING : `${at.getDate()} ${MONTHS[at.getMonth()]} ${at.getFullYear()}`;
}

function parse(iso: string | null): Date | null {
  if (iso === null) return null;
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? null : at;
}
