/** The runs of a watched series as the lines of a chart: one per level, so that the steps between them are seen. Pure. */

import type { Change, ChangeDetail } from "@/api/types";
import type { FactorLine, FactorPoint } from "@/charts/factor-model";
import { countOf } from "@/lib/format";

type Point = ChangeDetail["points"][number];

/** Levels between the steps that the runs show, the oldest first; runs in doubt apart, joined to nothing. */
export function seriesLines({ change, others, points }: ChangeDetail): FactorLine[] {
  const steps = stepsOf([change, ...others]);
  const levels: Point[][] = [[]];
  const doubted: Point[] = [];
  for (const point of points) {
    if (steps.has(point.run_id)) levels.push([]);
    (point.is_doubted ? doubted : (levels.at(-1) ?? [])).push(point);
  }
  const lines = levels.filter((level) => level.length > 0);
  return [
    ...lines.map((level, place) =>
      line(`level-${place}`, nameOf(place, lines.length, level.length), level, true),
    ),
    ...(doubted.length === 0
      ? []
      : [line("doubted", `${countOf(doubted.length, "run")} in doubt, left out`, doubted, false)]),
  ];
}

/** First runs after each step that the runs still show. */
function stepsOf(changes: readonly Change[]): ReadonlySet<string> {
  return new Set(changes.filter((one) => one.gone_at === null).map((one) => one.after_run.id));
}

function nameOf(place: number, levels: number, runs: number): string {
  const which =
    levels === 1 ? "all" : place === 0 ? "before" : place === levels - 1 ? "now" : `level ${place + 1}`;
  return `${which}: ${countOf(runs, "run")}`;
}

function line(key: string, label: string, points: readonly Point[], isAlike: boolean): FactorLine {
  return { key, label, isAlike, points: points.map(pointOf) };
}

function pointOf({ started_at, run_id, value }: Point): FactorPoint {
  return {
    x: Date.parse(started_at),
    n: 1,
    runs: 1,
    mean: value,
    meanReason: null,
    ci95: null,
    ci95Reason: "one run has no interval",
    min: value,
    max: value,
    values: [{ runId: run_id, value }],
    ideal: null,
    efficiency: null,
    rated: null,
    ratedRatio: null,
    ceiling: null,
  };
}
