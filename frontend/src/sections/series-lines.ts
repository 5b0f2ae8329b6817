/** The service's series as lines of the chart, and sentences about them. */
import type { SeriesAnswer } from "@/api/types";
import type { FactorLine } from "@/charts/factor-model";
import { type FactorShape, factorOf, formatFactor } from "@/lib/factor";
import { sentenceCase } from "@/lib/format";

type Line = SeriesAnswer["series"][number];
type X = string | number | boolean;

/** Numbers stay numbers, a moment becomes milliseconds, everything else is a category. */
export function position(x: X, isTime: boolean): number | string {
  if (isTime && typeof x === "string") return Date.parse(x);
  return typeof x === "boolean" ? (x ? "yes" : "no") : x;
}

export function toLines(answer: SeriesAnswer, by: Pick<FactorShape, "type" | "unit"> | null): FactorLine[] {
  const isTime = answer.x === "started_at";
  return answer.series.map((line) => ({
    key: JSON.stringify(line.key),
    label: labelOf(line, by),
    points: line.points.map((point) => {
      const x = position(point.x, isTime);
      const ideal = line.scaling?.ideal.find((one) => one.x === x);
      return {
        x,
        n: point.n,
        runs: point.runs,
        mean: point.mean ?? (point.n === 1 ? (point.values[0]?.value ?? null) : point.median),
        meanReason: point.mean_reason,
        ci95: point.ci95,
        ci95Reason: point.ci95_reason,
        min: point.min,
        max: point.max,
        values: point.values.map(({ run_id, value }) => ({ runId: run_id, value })),
        ideal: ideal?.value ?? null,
        efficiency: ideal?.efficiency_ratio ?? null,
        ratedRatio: point.rated_ratio,
        ceiling: answer.metric === "bw_bytes_per_s" ? point.ceiling : null,
      };
    }),
  }));
}

export function labelOf(line: Line, by: Pick<FactorShape, "type" | "unit"> | null): string {
  if (by === null) return "all runs";
  return line.key === null ? "unknown" : formatFactor(by, line.key);
}

/** What the chart shows, in one sentence per line: shares of the stated rating and of ideal, and where it flattens. */
export function reading(answer: SeriesAnswer, lines: readonly FactorLine[]): string | undefined {
  const sentences = answer.series.flatMap((line, i) => {
    const name = answer.series.length > 1 ? `${lines[i]?.label ?? ""}: ` : "";
    const parts: string[] = [];
    const rated = line.points.flatMap(({ rated_ratio }) => rated_ratio ?? []);
    if (rated.length === line.points.length && rated.length > 0) {
      parts.push(`${rated.map((ratio) => Math.round(ratio * 100)).join(" / ")} % of the stated rating`);
    }
    if (line.scaling !== null && line.scaling.ideal.length > 1) {
      const shares = line.scaling.ideal.map(({ efficiency_ratio }) => Math.round(efficiency_ratio * 100));
      parts.push(`${shares.join(" / ")} % of the ideal line from the smallest width`);
      parts.push(line.scaling.knee === null ? "no knee seen" : `flattens after ${line.scaling.knee} drives`);
    }
    return parts.length === 0 ? [] : [`${name}${parts.join(", ")}.`];
  });
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

const MAX_VALUES = 6;
/** The service spells these values as text; so do frozen copies. */
const SPELLED: Readonly<Record<string, string>> = { True: "yes", False: "no", None: "unknown" };

function mixedValue(value: string, factor: FactorShape | null): string {
  const number = Number(value);
  if (factor === null || value.trim() === "" || Number.isNaN(number)) return SPELLED[value] ?? value;
  return formatFactor(factor, number);
}

/** What kept points from having a mean: named, with what to filter by. */
export function mixtureNote(answer: SeriesAnswer, factors: readonly FactorShape[]): string | null {
  if (answer.mixed.length === 0) return null;
  const keys = answer.mixed.map(({ key, values }) => {
    const factor = factorOf(factors, key);
    const sorted = values.toSorted((a, b) => Number(a) - Number(b) || a.localeCompare(b));
    const words = sorted.slice(0, MAX_VALUES).map((value) => mixedValue(value, factor));
    const more = values.length > words.length ? [`${values.length - words.length} more`] : [];
    return `${factor?.title ?? sentenceCase(key)} (${[...words, ...more].join(", ")})`;
  });
  return `Some points mix different workloads and have no mean. Filter or split by ${keys.join(" · ")}.`;
}
