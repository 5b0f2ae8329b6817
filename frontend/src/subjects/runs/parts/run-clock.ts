/** What a run's one clock is, in words and in milliseconds. */

import { t } from "@lingui/core/macro";
import type { Timeline } from "@/api/types";
import type { Span } from "@/charts/clock-model";
import { formatTimeInRun } from "@/lib/units";

/** What stands on the clock, and what has no known place on it. */
export function split(timeline: Timeline): [Timeline, Timeline] {
  const off = new Set(timeline.off_clock);
  const part = (isOff: boolean) => ({
    ...timeline,
    series: timeline.series.filter(({ key, points }) => off.has(key) === isOff && points.length > 0),
  });
  return [part(false), part(true)];
}

/** From 0:00 to the last that is known: a value, or the end of what was measured. */
export function extentOf({ to_ms, clock }: Timeline): Span {
  return { from_ms: 0, to_ms: Math.max(to_ms, ...clock.phases.map((phase) => phase.to_ms)) };
}

/** What 0:00 is, and how the place of fio's logs is known. */
export function clockNote({ clock, series }: Timeline): string {
  const hasLogs = series.some(({ source, points }) => source !== "samples" && points.length > 0);
  if (clock.zero === "job") return t`0:00 is when the job began to measure`;
  const zero = t`0:00 is when the agent started fio`;
  if (hasLogs && clock.basis === "computed" && clock.log_offset_ms === null)
    return t`${zero}; job starts are derived from fio’s end, accurate to some tenths of a second`;
  if (!hasLogs || clock.log_offset_ms === null) return zero;
  const at = formatTimeInRun(Math.round(clock.log_offset_ms / 100) * 100);
  const how =
    clock.basis === "stated"
      ? t`fio’s logs begin at ${at}, as fio states`
      : t`fio’s logs begin at about ${at}: its end minus its runtime, accurate to some tenths of a second`;
  return `${zero}; ${how}`;
}

/** "0:29 to 0:33": tenths of a second where a window is short. */
export function spanInWords({ from_ms, to_ms }: Span): string {
  const grain = to_ms - from_ms > 10_000 ? 1000 : 100;
  const round = (ms: number) => formatTimeInRun(Math.round(ms / grain) * grain);
  return t`${{ from_ms: round(from_ms) }} to ${{ to_ms: round(to_ms) }}`;
}

/** "Window 0:29 to 0:33 of 0:45"; without the whole run, whose length is not known yet. */
export function windowInWords(range: Span, whole: Timeline | undefined): string {
  const span = t`Window ${{ range: spanInWords(range) }}`;
  return whole === undefined
    ? span
    : t`${span} of ${{ count: formatTimeInRun(Math.round(extentOf(whole).to_ms / 1000) * 1000) }}`;
}
