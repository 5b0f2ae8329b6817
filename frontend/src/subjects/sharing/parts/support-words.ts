/** Words of the kernel's log and of the drives' pages that go with a run. */
import { plural, t } from "@lingui/core/macro";
import type { KernelLog, LogLine } from "@/api/types";
import { formatCount } from "@/lib/units";

/** Topics that nobody is to be warned of. */
const HARMLESS: ReadonlySet<string> = new Set(["other"]);

/** "14 lines about storage in the kernel log, of them 2 PCIe errors; none of them during the run". */
export function logInWords({ line_count, counts, covers_run }: KernelLog): string {
  if (line_count === 0) return t`No line about storage in the kernel log`;
  const told = counts.filter(({ topic }) => !HARMLESS.has(topic));
  const words = told.map(
    ({ title, lines }, i) =>
      `${i === 0 ? t`of them ` : ""}${formatCount(lines)} ${title.replace(/s$/, "")}${lines === 1 ? "" : "s"}`,
  );
  const lines = t`${plural(line_count, { one: "# line", other: "# lines" })} about storage in the kernel log`;
  if (words.length === 0) return t`${lines}, none known as a fault`;
  const during = told.map((count) => count.during);
  const known = during.filter((number) => number !== null);
  if (covers_run !== true || known.length < during.length) return `${lines}, ${words.join(", ")}`;
  const number = known.reduce((sum, one) => sum + one, 0);
  return t`${lines}, ${{ words: words.join(", ") }}; ${{ during: number === 0 ? t`none` : formatCount(number) }} of them during the run`;
}

/** What the log says of the time that it reaches over; null when it says nothing about it. */
export function coverInWords({ status, covers_run }: KernelLog): string | null {
  if (status !== "ok") return null;
  if (covers_run === null) return t`It is unknown whether the log covers the run.`;
  return covers_run ? null : t`The log does not cover the whole run, so events may be missing.`;
}

export function isFault({ topic }: LogLine): boolean {
  return !HARMLESS.has(topic);
}

/** Lines of the run's time first, then the others; without times all are others. */
export function byTime(lines: readonly LogLine[]): { during: LogLine[]; others: LogLine[] } {
  return {
    during: lines.filter((line) => line.is_during === true),
    others: lines.filter((line) => line.is_during !== true),
  };
}
