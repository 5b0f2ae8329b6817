/** A moment within a run as people type it: "1:30", "1:02:33", "90", "0:01.25". Milliseconds, or null for anything else. */
export function parseTimeInRun(text: string): number | null {
  const match = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d{1,3})?)$/.exec(text.trim());
  if (match === null) return null;
  const [, hours = "0", minutes = "0", seconds = "0"] = match;
  const isClock = text.includes(":");
  if (isClock && (Number(seconds) >= 60 || (match[1] !== undefined && Number(minutes) >= 60))) return null;
  return Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
}
