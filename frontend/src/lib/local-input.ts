/** "2026-11-20T13:27:41" in the reader's zone, as a datetime-local control takes it. */
export function toLocalInput(iso: string): string {
  const at = new Date(iso);
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
}

/** The same to the minute. */
export function minuteOfInput(iso: string): string {
  return toLocalInput(iso).slice(0, "2026-11-20T13:27".length);
}
