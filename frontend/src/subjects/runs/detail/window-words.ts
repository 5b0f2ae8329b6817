/** Figures of a window in their order, and what is said of one that has no value. */
import { plural, t } from "@lingui/core/macro";
import type { WindowFigure } from "@/api/types";
import { formatRuntime } from "@/lib/units";

const FIGURE_NAMES: Record<WindowFigure["name"], string> = {
  iops: "IOPS",
  bandwidth: t`Bandwidth`,
  latency: t`Mean latency`,
  p50: t`p50 latency`,
  p99: t`p99 latency`,
  p99_9: t`p99.9 latency`,
  temperature: t`Hottest drive`,
  cpu_busy: t`CPU busy`,
};
/** What a figure is called. A drive's own requests are no I/Os of fio: the kernel splits and merges them. */
export function nameFigure({ name, source }: Pick<WindowFigure, "name" | "source">): string {
  return name === "iops" && source === "samples" ? t`Drive requests/s` : FIGURE_NAMES[name];
}

const PERCENTILES: ReadonlySet<string> = new Set(["p50", "p99", "p99_9"]);
/** Below this share of a window a figure says how much of it was told of. */
const MOSTLY = 0.97;

export function isPercentile(name: WindowFigure["name"]): boolean {
  return PERCENTILES.has(name);
}

/** Percentiles that lack one thing are one: which stands for all of them. */
export function withoutRepeats(figures: readonly WindowFigure[]): WindowFigure[] {
  const lacking = figures.filter(({ name, value }) => isPercentile(name) && value === null);
  const isOne = lacking.length > 1 && new Set(lacking.map(({ reason }) => reason)).size === 1;
  return isOne ? figures.filter((figure) => !lacking.slice(1).includes(figure)) : [...figures];
}

/** Whose a figure is: "reads: read", "read"; empty of what has neither. */
export function whose({ job, direction }: Pick<WindowFigure, "job" | "direction">): string {
  return [job, direction].filter((part) => part !== null).join(": ");
}

/** A row per direction and job; what has neither stands in the first. */
export function rowsOf(figures: readonly WindowFigure[]): WindowFigure[][] {
  const around = figures.filter(({ direction }) => direction === null);
  const rows = [
    ...Map.groupBy(
      figures.filter(({ direction }) => direction !== null),
      ({ job, group, direction }) => JSON.stringify([job, group, direction]),
    ).values(),
  ].map(withoutRepeats);
  if (rows.length === 0) return around.length === 0 ? [] : [around];
  return rows.map((row, i) => (i === 0 ? [...row, ...around] : row));
}

const NOTHING = t`No data over time for this job.`;
const UNPLACED = t`The time of the logs is unknown.`;
const TOGETHER = t`Data over time is not separated by job.`;

/**
 * What a window says of one result: its own job's figures, or all of them where there is one job alone. `isAllPlaced`:
 * every log has its place on the clock.
 */
export function figuresOf(
  figures: readonly WindowFigure[],
  result: { job_name: string; group: number; direction: string },
  { isOneJob, isAllPlaced }: { isOneJob: boolean; isAllPlaced: boolean },
): { figures: WindowFigure[]; reason: string } {
  const nothing = isAllPlaced ? NOTHING : UNPLACED;
  const ofDirection = figures.filter(({ direction }) => direction === result.direction);
  const own = ofDirection.filter(({ job, group }) => job === result.job_name && group === result.group);
  if (own.length > 0) return { figures: own, reason: nothing };
  const together = ofDirection.filter(({ job }) => job === null);
  if (isOneJob) return { figures: together, reason: nothing };
  return { figures: [], reason: together.length > 0 ? TOGETHER : nothing };
}

/** How many points a figure is made of, and how much of a window of this length they tell of. */
export function restsOn({ n, covered_ms }: WindowFigure, length: number): string {
  const count = plural(n, { one: "# sample", other: "# samples" });
  const isPart = covered_ms > 0 && covered_ms < MOSTLY * length;
  return isPart ? `${count}, ${formatRuntime(covered_ms)}` : count;
}
