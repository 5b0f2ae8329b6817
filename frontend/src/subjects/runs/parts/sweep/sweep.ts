/** What a batch swept, as charts: which option lies along x, which makes lines, and what stands apart. Pure. */
import { t } from "@lingui/core/macro";
import type { Batch, Repeats, SweptOption } from "@/api/types";
import type { SweepLine } from "@/charts/sweep-model";
import { sweepStyle } from "@/charts/sweep-model";
import { formatBlockSizeProse } from "@/lib/units";

type UsualKey = "bs" | "iodepth" | "numjobs" | "rw" | "ioengine";
/** One of these, or a further option of fio that a sweep varied. */
export type OptionKey = string;
export type Figure = "iops" | "bw" | "p99";
export const FIGURES: Record<Figure, string> = { iops: "IOPS", p99: "p99", bw: t`Bandwidth` };
/** Small multiples: more than these are a wall. */
export const MAX_PANELS = 8;
type X = number | string;

/** Along x lies what grows; a depth says most. */
const ALONG: readonly UsualKey[] = ["iodepth", "numjobs", "bs"];
/** Lines of a chart: more cannot be told apart, and go into charts of their own. */
const ACROSS: readonly UsualKey[] = ["bs", "numjobs", "rw", "ioengine"];
const OPTIONS: Record<UsualKey, string> = {
  bs: t`block size`,
  iodepth: "QD",
  numjobs: t`jobs`,
  rw: t`pattern`,
  ioengine: t`engine`,
};

export interface Step {
  x: X;
  repeat: Repeats;
}

/** Alike steps along x: one configuration and one workload but for x. */
export interface StepLine {
  key: string;
  label: string;
  steps: Step[];
  previous: Step[];
}

/** One chart: what its lines have in common beside x. */
export interface Panel {
  key: string;
  label: string;
  lines: StepLine[];
}

export interface SweepPlan {
  x: OptionKey;
  by: OptionKey | null;
  panels: Panel[];
}

export function optionTitle(key: string): string {
  return OPTIONS[key as UsualKey] ?? key;
}

/** "QD 16", "4 KiB", "4 jobs": a value of an option in few words. */
export function valueInWords(key: OptionKey, value: X): string {
  if (key === "bs") return typeof value === "number" ? formatBlockSizeProse(value) : value;
  if (key === "iodepth") return `QD ${value}`;
  if (key === "numjobs") return value === 1 ? t`1 job` : t`${value} jobs`;
  return key in OPTIONS ? String(value) : `${key}=${value}`;
}

export function tickOf(key: OptionKey): (x: X) => string {
  return (x) => (key === "bs" && typeof x === "number" ? formatBlockSizeProse(x) : String(x));
}

/** Null where nothing that grows was swept: then there is no line to draw. A chart of lone points says nothing. */
export function sweepPlan(
  swept: readonly SweptOption[],
  repeats: readonly Repeats[],
  previous: readonly Repeats[],
): SweepPlan | null {
  const keys = swept.map(({ key }) => key);
  const numeric = swept.find(({ values }) => values.every((value) => typeof value === "number"));
  const x = ALONG.find((key) => keys.includes(key)) ?? numeric?.key;
  if (x === undefined) return null;
  const by = ACROSS.find((key) => key !== x && keys.includes(key)) ?? keys.find((key) => key !== x) ?? null;
  const rest = keys.filter((key) => key !== x && key !== by);
  const directions = new Set(repeats.map(({ direction }) => direction));
  const panelOf = (repeat: Repeats) =>
    [
      ...rest.map((key) => valueInWords(key, optionOf(repeat, key) ?? t`unknown`)),
      // Reads and writes are never one line.
      ...(directions.size > 1 && !rest.includes("rw") && by !== "rw" ? [`${repeat.direction}s`] : []),
      ...(repeat.setting === null ? [] : [repeat.setting]),
    ].join(", ");
  const lineOf = (repeat: Repeats) => (by === null ? null : optionOf(repeat, by));
  const panels = [...Map.groupBy(withX(repeats, x), panelOf)].map(([label, members]) => ({
    key: label,
    label,
    lines: [...Map.groupBy(members, lineKey)].map(([key, ofLine]) => {
      const [first] = ofLine;
      const value = first === undefined ? null : lineOf(first);
      const twins = previous.filter(
        (one) => panelOf({ ...one, setting: null }) === label && lineKey(one) === key,
      );
      return {
        key,
        label: by === null || value === null ? (first?.rw ?? t`all`) : tickOf(by)(value),
        steps: steps(ofLine, x),
        // What the previous batch measured in several settings has no line here.
        previous: isOneEach(twins, x) ? steps(twins, x) : [],
      };
    }),
  }));
  const drawn = panels.filter(({ lines }) =>
    lines.some((line) => new Set(line.steps.map((step) => step.x)).size > 1),
  );
  if (drawn.length === 0) return null;
  // Steps run in random order: charts of one option stand in the order of its values.
  const ordered =
    rest.length === 0
      ? drawn
      : drawn.toSorted((a, b) => a.label.localeCompare(b.label, "en", { numeric: true }));
  return { x, by, panels: ordered.map((panel) => ({ ...panel, lines: inOrder(panel.lines, by) })) };

  function lineKey(repeat: Repeats): string {
    return `${lineOf(repeat) ?? ""}/${repeat.direction}`;
  }
}

function inOrder(lines: StepLine[], by: OptionKey | null): StepLine[] {
  if (by === null) return lines;
  const value = (line: StepLine) => {
    const [first] = line.steps;
    return first === undefined ? null : optionOf(first.repeat, by);
  };
  return lines.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    return typeof one === "number" && typeof other === "number" ? one - other : 0;
  });
}

function isOneEach(repeats: readonly Repeats[], x: OptionKey): boolean {
  return new Set(repeats.map((one) => optionOf(one, x))).size === repeats.length;
}

function withX(repeats: readonly Repeats[], x: OptionKey): Repeats[] {
  return repeats.filter((one) => optionOf(one, x) !== null);
}

function steps(repeats: readonly Repeats[], x: OptionKey): Step[] {
  return repeats
    .flatMap((repeat) => {
      const at = optionOf(repeat, x);
      return at === null ? [] : [{ x: at, repeat }];
    })
    .toSorted((a, b) => (typeof a.x === "number" && typeof b.x === "number" ? a.x - b.x : 0));
}

function optionOf(repeat: Repeats, key: OptionKey): X | null {
  if (key === "bs") return repeat.bs_bytes ?? repeat.bs;
  if (key in OPTIONS) return repeat[key as UsualKey];
  const value = repeat.varied[key];
  return value === undefined ? null : /^\d+$/.test(value) ? Number(value) : value;
}

/** A step's figure in base units; null = not measured. Rates are means, of percentiles the median. */
export function figureOf(repeat: Repeats, figure: Figure): number | null {
  if (figure === "iops") return repeat.iops_mean;
  return figure === "bw" ? repeat.bw_mean_bytes_per_s : repeat.clat_p99_ns;
}

function spanOf(repeat: Repeats, figure: Figure): readonly (number | null)[] {
  if (figure === "p99") return [repeat.clat_p99_min_ns, repeat.clat_p99_max_ns];
  return (figure === "iops" ? repeat.iops_ci95 : repeat.bw_ci95_bytes_per_s) ?? [null, null];
}

/** Lines as a chart draws them; the place of a line gives its look, in both charts the same. */
export function chartLines(panel: Panel, figure: Figure): SweepLine[] {
  return panel.lines.map((line, i) => ({
    key: line.key,
    label: line.label,
    style: sweepStyle(i),
    points: line.steps.flatMap(({ x, repeat }) => {
      const value = figureOf(repeat, figure);
      const [low = null, high = null] = repeat.n > 1 ? spanOf(repeat, figure) : [];
      return value === null ? [] : [{ x, value, n: repeat.n, low, high }];
    }),
    previous: line.previous.flatMap(({ x, repeat }) => {
      const value = figureOf(repeat, figure);
      return value === null ? [] : [{ x, value }];
    }),
  }));
}

/** The step with the most that keeps the limit; null where none does, or no p99 was measured. */
export function bestUnder(steps: readonly Step[], limitNs: number, figure: "iops" | "bw"): Step | null {
  const kept = steps.filter(({ repeat }) => repeat.clat_p99_ns !== null && repeat.clat_p99_ns <= limitNs);
  return kept.reduce<Step | null>(
    (best, step) =>
      best === null || (figureOf(step.repeat, figure) ?? 0) > (figureOf(best.repeat, figure) ?? 0)
        ? step
        : best,
    null,
  );
}

/** Where the knee of the answer is drawn. */
export function kneeOf(
  panel: Panel,
  knee: NonNullable<Batch["answer"]>["knee"],
): { line: string; x: X } | null {
  if (knee === null) return null;
  for (const line of panel.lines) {
    const step = line.steps.find(
      ({ repeat }) =>
        repeat.direction === knee.direction && repeat.run_ids.some((id) => knee.run_ids.includes(id)),
    );
    if (step !== undefined) return { line: line.key, x: step.x };
  }
  return null;
}

/** What a batch is spoken of: bandwidth where the block grows or all blocks are large, else IOPS. */
export function usualFigure(x: OptionKey, repeats: readonly Repeats[]): "iops" | "bw" {
  return x === "bs" || repeats.every(({ bs_bytes }) => bs_bytes === null || bs_bytes >= 65_536)
    ? "bw"
    : "iops";
}
