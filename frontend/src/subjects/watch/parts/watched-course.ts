/** A watched series as a chart draws it: runs, the levels between the steps, and what else changed meanwhile. Pure. */
import { plural, t } from "@lingui/core/macro";
import type { Change, ChangeDetail, FactCourse } from "@/api/types";
import type { Annotation } from "@/charts/annotation-model";
import type { Level } from "@/charts/FactorMarks";
import type { FactorLine, FactorPoint } from "@/charts/factor-model";
import type { Lane, LaneSpan } from "@/charts/Lanes";
import { formatFact } from "@/lib/fact-value";
import { levelsOfTitle, sizeOf } from "@/subjects/watch/parts/change-words";

type Point = ChangeDetail["points"][number];

/** Runs that count, and apart from them those in doubt; joined to nothing, since the levels say the course. */
export function runLines(points: readonly Point[]): FactorLine[] {
  const counted = points.filter((point) => !point.is_doubted);
  const doubted = points.filter((point) => point.is_doubted);
  return [
    line("runs", plural({ counted: counted.length }, { one: "# run", other: "# runs" }), counted),
    ...(doubted.length === 0
      ? []
      : [
          line(
            "doubted",
            t`${plural({ doubted: doubted.length }, { one: "# run", other: "# runs" })} unreliable, left out`,
            doubted,
          ),
        ]),
  ];
}

/** The medians between the steps, each as long as its runs. */
export function levelLines(levels: ChangeDetail["levels"], unit: string): Level[] {
  return levels.map(({ first_run: first, last_run: last, value, n }) => ({
    from: Date.parse(first.started_at),
    to: Date.parse(last.started_at),
    value,
    label: formatFact(value, unit),
    text: t`Median of ${plural(n, { one: "# run", other: "# runs" })}: ${{ value: formatFact(value, unit) }}`,
  }));
}

/** The steps that the runs show. */
export function stepAnnotations(changes: readonly Change[]): Annotation[] {
  return changes
    .filter((one) => one.gone_at === null)
    .map((one) => ({
      x: Date.parse(one.after_run.started_at),
      until: null,
      kind: "step",
      text: `${one.metric_title} ${levelsOfTitle(one)} (${sizeOf(one).size})`,
      short: sizeOf(one).size,
    }));
}

/** More lanes than this are the table's. */
export const MAX_LANES = 6;

/** What changed meanwhile, each thing from value to value. */
export function lanesOf(facts: readonly FactCourse[], points: readonly Point[]): Lane[] {
  const places = new Map(points.map(({ run_id: id }, place) => [id, place]));
  return facts.slice(0, MAX_LANES).map(({ key, title, unit, spans }) => ({
    key,
    title,
    spans: spans.map((span, i): LaneSpan => {
      const next = spans[i + 1]?.first_run;
      const isFollowed =
        next !== undefined && places.get(next.id) === (places.get(span.last_run.id) ?? Number.NaN) + 1;
      return {
        from: Date.parse(span.first_run.started_at),
        to: Date.parse((isFollowed ? next : span.last_run).started_at),
        text: factText(span.value, unit, key),
      };
    }),
  }));
}

/** A fact's value; what is known to be without it is said so. */
export function factText(
  value: FactCourse["spans"][number]["value"],
  unit: string | null,
  key: string,
): string {
  return value === null ? t`absent` : formatFact(value, unit, key);
}

/** Something recorded that changed between two runs. */
export interface RecordedChange {
  id: string;
  title: string;
  key: string;
  before: string;
  after: string;
  run: { id: string; started_at: string };
  /** Whether a step of the figure begins with the same run. */
  isAtStep: boolean;
}

/** All that changed meanwhile, the newest first: what the lanes show, and what has no room there. */
export function recordedChanges(facts: readonly FactCourse[], changes: readonly Change[]): RecordedChange[] {
  const steps = new Set(changes.filter((one) => one.gone_at === null).map((one) => one.after_run.id));
  return facts
    .flatMap(({ key, title, unit, spans }) =>
      spans.slice(1).map((span, i) => ({
        id: `${key} ${span.first_run.id}`,
        key,
        title,
        before: factText(spans[i]?.value ?? null, unit, key),
        after: factText(span.value, unit, key),
        run: span.first_run,
        isAtStep: steps.has(span.first_run.id),
      })),
    )
    .toSorted((a, b) => Date.parse(b.run.started_at) - Date.parse(a.run.started_at));
}

function line(key: string, label: string, points: readonly Point[]): FactorLine {
  return { key, label, isAlike: false, points: points.map(pointOf) };
}

function pointOf({ started_at, run_id, value }: Point): FactorPoint {
  return {
    x: Date.parse(started_at),
    n: 1,
    runs: 1,
    mean: value,
    meanReason: null,
    ci95: null,
    ci95Reason: t`one run, no interval`,
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
