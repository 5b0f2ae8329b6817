/** fio's data directions: their order everywhere (read before write) and nothing else. */
import { DIRECTIONS } from "@/api/vocabulary.gen";

export type Direction = (typeof DIRECTIONS)[number];

/** Sorted copy: by direction, then by the order in fio's output. */
export function byDirection<T extends { direction: Direction; position: number }>(
  results: readonly T[],
): T[] {
  return results.toSorted(
    (a, b) => DIRECTIONS.indexOf(a.direction) - DIRECTIONS.indexOf(b.direction) || a.position - b.position,
  );
}

/** Sorted copy for one run's page: job by job in fio's order, read before write within each. */
export function byJob<T extends { direction: Direction; position: number; group: number; job_name: string }>(
  results: readonly T[],
): T[] {
  const inOrder = results.toSorted((a, b) => a.position - b.position);
  const jobs = Map.groupBy(inOrder, (result) => `${result.group}/${result.job_name}`);
  return [...jobs.values()].flatMap((sameJob) => byDirection(sameJob));
}

/**
 * The lines that stand for a run in a list: the first result of each direction, at most two, read before write.
 * `hidden` counts the results that have no line.
 */
export function headlines<T extends { direction: Direction; position: number }>(
  results: readonly T[],
): { shown: T[]; hidden: number } {
  const sorted = byDirection(results);
  if (sorted.length <= 2) return { shown: sorted, hidden: 0 };
  const firsts = sorted.filter((result, i) => sorted[i - 1]?.direction !== result.direction);
  const shown = firsts.slice(0, 2);
  return { shown, hidden: sorted.length - shown.length };
}
