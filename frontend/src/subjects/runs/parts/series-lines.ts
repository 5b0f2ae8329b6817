/** The service's series as lines of the chart, and sentences about them. */
import { t } from "@lingui/core/macro";
import type { SeriesAnswer } from "@/api/types";
import { FACTOR_WORDS, SPOKEN_PATTERNS } from "@/api/vocabulary.gen";
import type { FactorLine, Marks } from "@/charts/factor-model";
import { type FactorShape, factorOf, formatFactor, isOption } from "@/lib/factor";
import { sentenceCase } from "@/lib/format";
import { isPercentile } from "@/lib/metrics";

type Line = SeriesAnswer["series"][number];
type X = string | number | boolean;

/** Numbers stay numbers, a moment becomes milliseconds, everything else is a category. */
export function position(x: X, isTime: boolean): number | string {
  if (isTime && typeof x === "string") return Date.parse(x);
  return typeof x === "boolean" ? (x ? t`yes` : t`no`) : x;
}

/** Whether the values of a factor are choices although they are numbers: nothing lies between NPS 1 and NPS 4. */
function isChoice(key: string): boolean {
  return key.startsWith("bios.");
}

export function toLines(answer: SeriesAnswer, factors: readonly FactorShape[]): FactorLine[] {
  const isTime = answer.x === "started_at";
  const labels = labelsOf(answer, factors);
  return answer.series.map((line, i) => ({
    key: JSON.stringify(valuesOf(line)),
    label: labels[i] ?? "",
    // Copies made by older versions do not say, and joined what they drew.
    isAlike: line.is_alike !== false,
    points: line.points.map((point) => {
      const x = isChoice(answer.x) ? String(position(point.x, isTime)) : position(point.x, isTime);
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
        values: point.values.map(({ run_id, value, verdict }) => ({ runId: run_id, value, verdict })),
        ideal: ideal?.value ?? null,
        efficiency: ideal?.efficiency_ratio ?? null,
        rated: point.rated,
        ratedRatio: point.rated_ratio,
        ceiling: answer.metric === "bw_bytes_per_s" ? point.ceiling : null,
      };
    }),
  }));
}

/** Of each key that tells lines apart; copies made by older versions know one at most. */
function valuesOf(line: Line): Line["values"] {
  return line.values ?? [line.key];
}

/** What each line is called: by what tells it from the others, without what is unknown where the rest tells enough. */
function labelsOf(answer: SeriesAnswer, factors: readonly FactorShape[]): string[] {
  const keys = answer.split?.map(({ key }) => key) ?? (answer.by === null ? [] : [answer.by]);
  if (keys.length === 0) return answer.series.map(() => t`all runs`);
  const told = answer.series.map((line) => keys.map((key, i) => [key, valuesOf(line)[i] ?? null] as const));
  const varying = keys.filter((_, i) => new Set(told.map((values) => JSON.stringify(values[i]))).size > 1);
  const named = varying.length === 0 ? keys : varying;
  const words = (isShort: boolean) =>
    told.map((values) =>
      values
        .filter(([key, value]) => named.includes(key) && !(isShort && value === null))
        .map(([key, value]) => valueInLine(key, value, factors))
        .join(" · "),
    );
  const short = words(true);
  return new Set(short).size === short.length && short.every((label) => label !== "") ? short : words(false);
}

/** A value as a part of a line's name: a number or a setting's text, "any" or "none", says nothing without its title. */
function valueInLine(key: string, value: Axis, factors: readonly FactorShape[]): string {
  const title = shortTitleOfKey(key, titleOfKey(key, factors));
  if (key === "rw" && typeof value === "string") return PATTERNS.get(value) ?? value;
  if (value === null) return t`${title} unknown`;
  const text = formatFactor(factorOf(factors, key) ?? TEXT, value);
  const isBare = typeof value !== "string" || /^\d/.test(value) || isOption(key) || key.startsWith("job.");
  return isBare ? `${title} ${text}` : text;
}

/** What a key is called: a factor by its title, a label and an option by their own word. */
export function titleOfKey(key: string, factors: readonly FactorShape[]): string {
  const option = /^option\.(.+)$/.exec(key)?.[1];
  return factorOf(factors, key)?.title ?? option ?? sentenceCase(key);
}

const SHORT = new Map<string, string>(Object.entries(FACTOR_WORDS));
const PATTERNS = new Map<string, string>(Object.entries(SPOKEN_PATTERNS));

/** What a factor is called where there is little room: "NPS". */
export function shortTitleOfKey(key: string, title: string): string {
  return SHORT.get(key) ?? title;
}

const TEXT: FactorShape = { key: "", title: "", type: "text", unit: null };
type Axis = Line["values"][number];

/** What the chart shows, in one sentence per line: shares of the stated rating and of ideal, and where it flattens. */
export function reading(answer: SeriesAnswer, lines: readonly FactorLine[]): string | undefined {
  const sentences = answer.series.flatMap((line, i) => {
    const name = answer.series.length > 1 ? `${lines[i]?.label ?? ""}: ` : "";
    const parts = [sharesInWords(line), widthInWords(line)].filter((part) => part !== null);
    return parts.length === 0 ? [] : [`${name}${parts.join("; ")}.`];
  });
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

/** The share of the stated rating at each point; null where one has none. */
export function sharesInWords(line: Line): string | null {
  const shares = line.points.flatMap(({ rated_ratio: ratio }) => ratio ?? []);
  if (shares.length === 0 || shares.length < line.points.length) return null;
  return t`${{ shares: listed(shares) }} of the stated rating${{ line: kneeInWords(line) }}`;
}

/** How it grows with the drives; the knee is said once, with the shares of the rating where there are some. */
export function widthInWords(line: Line): string | null {
  if (line.scaling === null || line.scaling.ideal.length < 2) return null;
  const shares = listed(line.scaling.ideal.map(({ efficiency_ratio: ratio }) => ratio));
  const knee = sharesInWords(line) === null ? kneeInWords(line) : "";
  return t`${shares} of linear scaling from the smallest width${knee}`;
}

function kneeInWords({ scaling }: Line): string {
  if (scaling === null || scaling.ideal.length < 2) return "";
  return scaling.knee === null
    ? t`: no knee seen`
    : t`: scaling drops beyond ${{ knee: scaling.knee }} drives`;
}

function listed(shares: readonly number[]): string {
  return `${shares.map((share) => Math.round(share * 100)).join(", ")}\u00a0%`;
}

const MAX_VALUES = 6;
/** The service spells these values as text; so do frozen copies. */
const SPELLED: Readonly<Record<string, string>> = { True: t`yes`, False: t`no`, None: t`unknown` };

function mixedValue(value: string, factor: FactorShape | null): string {
  const number = Number(value);
  // A firmware called 1.0 is no number.
  if (factor === null || factor.type === "text" || value.trim() === "" || Number.isNaN(number))
    return SPELLED[value] ?? value;
  return formatFactor(factor, number);
}

/** What kept points from having a mean: named, with what to filter by. */
export function mixtureNote(answer: SeriesAnswer, factors: readonly FactorShape[]): string | null {
  if (answer.mixed.length === 0) return null;
  const keys = answer.mixed.map(({ key, values }) => {
    const factor = factorOf(factors, key);
    const sorted = values.toSorted((a, b) => Number(a) - Number(b) || a.localeCompare(b));
    const words = sorted.slice(0, MAX_VALUES).map((value) => mixedValue(value, factor));
    const more = values.length > words.length ? [t`${{ count: values.length - words.length }} more`] : [];
    return `${titleOfKey(key, factors)} (${[...words, ...more].join(", ")})`;
  });
  return t`Some points mix several configurations and have no mean. Filter or split by ${{ keys: keys.join(" · ") }}.`;
}

/** What the marks of the chart are: of percentiles no mean is made. */
export function marksOf(answer: SeriesAnswer): Marks {
  return isPercentile(answer.metric) ? "median" : "mean";
}

/** The same in words, and where each is of one value alone. */
export function marksInWords(answer: SeriesAnswer): string {
  if (answer.series.every(({ points }) => points.every(({ n }) => n <= 1))) return t`no repeats`;
  return marksOf(answer) === "median"
    ? t`points: median of repeats (percentiles are not averaged)`
    : t`points: mean of repeats; error bars: 95 % CI (n ≥ 3)`;
}

type Point = Line["points"][number];
type Reason = NonNullable<Point["rated_missing"]>;

/** Which rated lines are missing, and what draws them; null where each is there, or where nobody rates such a figure. */
export function ratedNote(answer: SeriesAnswer): string | null {
  if (answer.lower_is_better !== false) return null;
  const points = answer.series.flatMap((line) => line.points);
  const notes = REASONS.flatMap((reason) => {
    const lacking = points.filter(({ rated_missing: missing }) => missing === reason);
    if (lacking.length === 0) return [];
    const where =
      lacking.length === points.length
        ? ""
        : t`for ${{ lacking: lacking.length }} of ${{ points: points.length }} points `;
    return [noteOf(reason, where, lacking, answer.metric)];
  });
  return notes.length === 0 ? null : notes.join(" ");
}

const REASONS: readonly Reason[] = ["drives", "mixed_drives", "differs", "rated"];

function noteOf(reason: Reason, where: string, lacking: readonly Point[], metric: string): string {
  switch (reason) {
    case "drives":
      return t`A rating is stated ${where}without the number of drives: add the label drive.count.`;
    case "mixed_drives":
      return t`No rating line ${where}because a point pools runs on different numbers of drives (${{ lacking: countsIn(lacking) }}): split by drive.count.`;
    case "differs":
      return t`No rating line ${where}because runs of one point have different ratings.`;
    case "rated":
      return t`To draw the rating ${where}add the label rated_${metric} with the rating of one drive.`;
  }
}

/** "2, 4, unknown" */
function countsIn(points: readonly Point[]): string {
  const counts = new Set(points.flatMap(({ drive_counts: told }) => told));
  const known = [...counts].filter((count) => count !== null).toSorted((a, b) => a - b);
  return [...known.map(String), ...(counts.has(null) ? [t`unknown`] : [])].join(", ");
}
