/** Many runs beside datasheets, told together only where they are alike. Pure. */
import type { ComparedPart, Comparison, RatedFigure, Rating } from "@/api/types";
import { partsOf } from "@/subjects/compare/parts/comparison-rows";

export interface RatedRun {
  id: string;
  rating: Rating;
  /** What it measured; runs of different tests are never told together. */
  test: string;
}

export interface RatedGroup {
  key: string;
  test: string;
  /** Of the run in the middle by its share, the lower of two. */
  figure: RatedFigure;
  /** From the lowest share to the highest. */
  runs: readonly string[];
  low: number;
  high: number;
}

/** Where the runs stand in the middle: a value that one of them really has. */
function middle<T>(rising: readonly T[]): T | undefined {
  return rising[Math.floor((rising.length - 1) / 2)];
}

/**
 * One group for each figure of one test that has one rating, one verdict and the same reasons for it: a median over
 * different verdicts would be of different things. In the order in which they appear.
 */
export function ratedGroups(runs: readonly RatedRun[]): RatedGroup[] {
  const groups = new Map<string, { test: string; members: { id: string; figure: RatedFigure }[] }>();
  for (const { id, rating, test } of runs) {
    // One run may have two figures of one kind: its tests follow each other, the same way in every run alike.
    const times = new Map<string, number>();
    for (const figure of rating.figures) {
      const kind = `${test} ${kindOf(figure)}`;
      const time = (times.get(kind) ?? 0) + 1;
      times.set(kind, time);
      const key = `${kind} ${time}`;
      const group = groups.get(key) ?? { test, members: [] };
      group.members.push({ id, figure });
      groups.set(key, group);
    }
  }
  return [...groups].flatMap(([key, { test, members }]) => {
    const rising = members.toSorted((a, b) => a.figure.share - b.figure.share);
    const of = middle(rising);
    const [low, high] = [rising.at(0), rising.at(-1)];
    if (of === undefined || low === undefined || high === undefined) return [];
    return {
      key,
      test,
      figure: of.figure,
      runs: rising.map(({ id }) => id),
      low: low.figure.share,
      high: high.figure.share,
    };
  });
}

/** What must be the same for shares to be one row. Measured numbers among the reasons differ a little in every run. */
function kindOf(figure: RatedFigure): string {
  const { metric, rw, bs_bytes, percentile, rated, drive_count, verdict, may_judge, is_stated } = figure;
  const reasons = figure.differs.map(({ name, effect, run }) => [
    name,
    effect,
    run === null || Number.isFinite(Number(run)) ? null : run,
  ]);
  return JSON.stringify([
    ...[metric, rw, bs_bytes, percentile, rated, drive_count, verdict, may_judge, is_stated, reasons],
    ...[figure.card?.id ?? null, figure.source?.address ?? null],
  ]);
}

/** Between the workloads of a run that measured several. */
export const AND = " + ";

/** What each run of a comparison measured: the names of its workloads, which tell runs that are alike. */
export function testsOf(answer: Comparison): Map<string, string> {
  const names = new Map<string, Set<string>>();
  const add = (run: string, workload: string) => {
    const of = names.get(run) ?? new Set();
    names.set(run, of.add(workload));
  };
  for (const part of partsOf(answer)) {
    for (const { run, workload } of measuredIn(part)) add(run, workload);
  }
  return new Map([...names].map(([run, of]) => [run, [...of].toSorted().join(AND)]));
}

function measuredIn({ workloads, unmatched }: ComparedPart): { run: string; workload: string }[] {
  return [
    ...workloads.flatMap(({ workload, metrics }) =>
      Object.values(metrics).flatMap(({ base, new: newer }) =>
        [...base.values, ...newer.values].map(({ run_id: run }) => ({ run, workload })),
      ),
    ),
    ...[...unmatched.base, ...unmatched.new].flatMap(({ workload, run_ids }) =>
      run_ids.map((run) => ({ run, workload })),
    ),
  ];
}
