/** What a chart shows, in one sentence with its figures; silent where unlike runs would meet in it. Pure. */
import { plural, t } from "@lingui/core/macro";
import type { SeriesAnswer } from "@/api/types";
import type { FactorLine, FactorPoint } from "@/charts/factor-model";
import { nameValue } from "@/lib/factor";
import { sentenceCase, withinSentence } from "@/lib/format";
import { metricOf } from "@/lib/metrics";
import { recordedChanges } from "@/subjects/runs/explore/recorded-changes";
import { sharesInWords, shortTitleOfKey, widthInWords } from "@/subjects/runs/parts/series-lines";

export interface Reading {
  /** Null: no sentence holds for all that is drawn. */
  kind: "knee" | "reading" | null;
  /** What it stands on. */
  sure: string;
  sentence: string;
  text: string[];
}

export interface ReadingWords {
  xTitle: string;
  formatX: (x: number | string) => string;
  format: (value: number) => string;
}

type Line = SeriesAnswer["series"][number];
/** One line, as the service tells it and as it is drawn. */
interface DrawnLine {
  line: Line;
  drawn: FactorLine;
}

/** A kind of verdict: the run's figures are not what they seem. */
const DOUBTED = "trust";
/** More lines than this are one sentence each for nobody. */
const MAX_LINES = 3;
/** A longer sentence over several lines is read by nobody: their ends say more. */
const MAX_LETTERS = 120;
/** More categories than this are named by their ends. */
const MAX_NAMED = 3;
/** More changes than these are read in the chart. */
const MAX_CHANGES = 2;
/** Below this a course is called level. */
const LEVEL = 0.05;

/** Read a chart. `isGrid`: it is drawn as a heat map, whose best cell is read. */
export function chartReading(
  answer: SeriesAnswer,
  lines: readonly FactorLine[],
  words: ReadingWords,
  isGrid = false,
): Reading {
  const { text, ...reading } = readingOf(answer, lines, words, isGrid);
  const values = answer.series.flatMap((line) => line.points.flatMap((point) => point.values));
  const doubted = values.filter(({ verdict }) => verdict === DOUBTED).length;
  const doubt = t`${doubted} of ${plural({ values: values.length }, { one: "# value", other: "# values" })} unreliable.`;
  return { ...reading, text: doubted === 0 ? text : [doubt, ...text] };
}

function readingOf(
  answer: SeriesAnswer,
  lines: readonly FactorLine[],
  words: ReadingWords,
  isGrid: boolean,
): Reading {
  const shown = answer.series.flatMap((line, i): DrawnLine[] => {
    const drawn = lines[i];
    return drawn === undefined ? [] : [{ line, drawn }];
  });
  const sure = standingOn(shown, isGrid);
  const isOfMetrics = metricOf(answer.x) !== null && answer.x !== "started_at";
  const unlike = shown.filter(({ drawn }) => !drawn.isAlike).length;
  if (answer.is_asking || unlike > 0) {
    return {
      kind: null,
      sure,
      sentence: t`These runs have different configurations; no single summary applies.`,
      text: [t`Filter to one configuration, or split by what differs.`],
    };
  }
  if (isOfMetrics) return { kind: "reading", sure, sentence: alongMetric(shown, words), text: [] };
  // A line of one point compares nothing beside one that has several.
  const several = shown.filter(({ drawn }) => drawn.points.length > 1);
  const read = several.length > 0 ? several : shown;
  const [first] = read;
  const clauses = read.slice(0, MAX_LINES).map((one) => clauseOf(answer, one, words));
  const known = clauses.filter((clause) => clause !== null);
  const sentence =
    shown.length === 1
      ? withSubject(answer, known[0])
      : sentenceCase(`${read.map(({ drawn }, i) => `${drawn.label}: ${known[i]?.words}`).join("; ")}.`);
  const isTooMuch = read.length > MAX_LINES || (read.length > 1 && sentence.length > MAX_LETTERS);
  if (first === undefined || isGrid || isTooMuch || known.length < read.length)
    return { kind: "reading", sure, sentence: extremes(answer, shown, words), text: [] };
  const isKnee = shown.some(({ line }) => hasKnee(line));
  return {
    kind: isKnee ? "knee" : "reading",
    sure,
    sentence,
    text: shown.length === 1 ? (known[0]?.more ?? []) : [],
  };
}

interface Clause {
  words: string;
  /** They begin with a verb whose subject is the metric. */
  isOfMetric?: boolean;
  more: string[];
}

const OF_METRIC = { isOfMetric: true, more: [] };

/** Figures of rates say themselves what they are of. */
function withSubject({ metric, unit }: SeriesAnswer, clause: Clause | undefined): string {
  const text = `${clause?.words ?? ""}.`;
  const title = metricOf(metric)?.title;
  const isSaid = unit === "IOPS" || unit === "bytes/s" || title === undefined;
  return isSaid || clause?.isOfMetric !== true ? sentenceCase(text) : `${title} ${text}`;
}

function clauseOf(answer: SeriesAnswer, { line, drawn }: DrawnLine, words: ReadingWords): Clause | null {
  const points = drawn.points.filter(({ mean }) => mean !== null);
  if (points.length === 0 || points.length < drawn.points.length || line.points_left_out > 0) return null;
  if (answer.x === "started_at") return course(answer, drawn, words);
  const [only] = points;
  if (points.length === 1 && only !== undefined)
    return { words: t`${{ value: figure(only, words) }} at ${{ place: at(only, words) }}`, more: [] };
  const width = widthInWords(line);
  if (width !== null) {
    const shares = sharesInWords(line);
    return shares === null
      ? { words: width, more: [] }
      : { words: shares, more: [`${sentenceCase(width)}.`] };
  }
  if (points.some(({ x }) => typeof x === "string")) return categories(answer, points, words);
  return grown(answer, line, points, words);
}

/** Along numbers: where it stops gaining, or from where to where it goes. */
function grown(
  { lower_is_better: lowerIsBetter }: SeriesAnswer,
  line: Line,
  points: readonly FactorPoint[],
  words: ReadingWords,
): Clause | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const knee = points.find(({ x }) => x === line.saturates_at);
  if (knee !== undefined) {
    return {
      words: t`saturates at ${{ place: at(knee, words) }}: ${{ value: figure(knee, words) }}`,
      isOfMetric: true,
      more: [t`${{ place: sentenceCase(at(last, words)) }} gives ${{ value: figure(last, words) }}.`],
    };
  }
  const [low, high] = [least(points), most(points)];
  const ends = t`${{ first: figure(first, words) }} at ${{ firstPlace: at(first, words) }}`;
  const end = t`${{ last: figure(last, words) }} at ${{ x: words.formatX(last.x) }}`;
  if (middle(high) <= middle(low) * (1 + LEVEL)) {
    const level = between(middle(low), middle(high), words);
    return {
      words: t`stays ${level} from ${{ first: at(first, words) }} to ${{ x: words.formatX(last.x) }}`,
      ...OF_METRIC,
    };
  }
  // An end that a few percent keep from being the least or the most is as good as it.
  const isNear = (end: FactorPoint, most: FactorPoint) =>
    Math.abs(middle(end) - middle(most)) <= middle(most) * LEVEL;
  if (isNear(first, low) && isNear(last, high))
    return { words: t`rises from ${ends} to ${end}`, ...OF_METRIC };
  if (isNear(first, high) && isNear(last, low))
    return { words: t`falls from ${ends} to ${end}`, ...OF_METRIC };
  const best = lowerIsBetter === true ? low : high;
  const way = t`goes from ${ends} to ${end}`;
  if (best !== first && best !== last && (isNear(first, best) || isNear(last, best)))
    return { words: way, ...OF_METRIC };
  const verb = lowerIsBetter === true ? t`bottoms out` : t`peaks`;
  return {
    words: t`${verb} at ${{ place: at(best, words) }}: ${{ value: figure(best, words) }}`,
    isOfMetric: true,
    more: [t`It ${way}.`],
  };
}

/** Side by side: each, or the ends of many; whether their intervals meet. */
function categories(answer: SeriesAnswer, points: readonly FactorPoint[], words: ReadingWords): Clause {
  const ordered = points.toSorted((a, b) => middle(b) - middle(a));
  if (answer.lower_is_better === true) ordered.reverse();
  const [best, worst] = [ordered[0], ordered.at(-1)];
  if (best === undefined || worst === undefined) return { words: "", more: [] };
  const each = (point: FactorPoint) => `${figure(point, words)} ${named(point, words)}`;
  if (ordered.length > MAX_NAMED)
    return {
      words: t`${{ best: each(best) }} to ${{ worst: each(worst) }}, of ${{ ordered: ordered.length }}`,
      more: [],
    };
  return {
    words: t`${{ ordered: ordered.slice(0, -1).map(each).join(", ") }} and ${{ worst: each(worst) }}`,
    more: ordered.length === 2 ? [apart(best, worst)] : [],
  };
}

/** A bare number says nothing without what it is of, and "Slot-2" is slot 2. */
function named(point: FactorPoint, words: ReadingWords): string {
  const value = words.formatX(point.x);
  const title = nameValue(words.xTitle, value);
  return /^[\d.]+$/.test(value) || title !== `${words.xTitle} ${value}`
    ? t`with ${{ title: withinSentence(title) }}`
    : t`with ${value}`;
}

/** Of two means. A difference is claimed only where their intervals do not meet. */
function apart(one: FactorPoint, other: FactorPoint): string {
  const [a, b] = [one.ci95, other.ci95];
  if (a === null || b === null) return t`Too few runs for a confidence interval.`;
  const isApart = Math.max(a[0] ?? 0, b[0] ?? 0) > Math.min(a[1] ?? 0, b[1] ?? 0);
  return isApart
    ? t`95 % confidence intervals do not overlap.`
    : t`95 % confidence intervals overlap: not significant.`;
}

/** Over time: between what all runs lie, and the last; then from one recorded change to the next. */
function course(answer: SeriesAnswer, { points }: FactorLine, words: ReadingWords): Clause | null {
  const values = points.flatMap((point) => point.values.map(({ value }) => ({ at: Number(point.x), value })));
  const last = values.at(-1)?.value;
  if (last === undefined) return null;
  if (values.length === 1) return { words: t`one run, ${{ last: words.format(last) }}`, more: [] };
  const all = t`${{ values: values.length }} runs ${{ spread: spread(values, words) }}, latest ${{ last: words.format(last) }}`;
  return { words: all, more: stretches(answer, values, words) };
}

interface Dated {
  at: number;
  value: number;
}

/** Stretches between changes, where there are few: they are in the order of time, and no change is called a cause. */
function stretches(answer: SeriesAnswer, values: readonly Dated[], words: ReadingWords): string[] {
  const [start, end] = [values[0]?.at ?? 0, values.at(-1)?.at ?? 0];
  const changes = recordedChanges(answer).filter(({ at }) => at > start && at <= end);
  if (changes.length === 0 || changes.length > MAX_CHANGES) return [];
  return [
    `${[...changes, null]
      .map((change, i) => {
        const from = i === 0 ? Number.NEGATIVE_INFINITY : (changes[i - 1]?.at ?? 0);
        const within = values.filter(({ at }) => at >= from && (change === null || at < change.at));
        const level = `${plural({ within: within.length }, { one: "# run", other: "# runs" })} ${spread(within, words)}`;
        return change === null
          ? t`then ${level}`
          : t`${level} until ${{ event: withinSentence(change.text) }}`;
      })
      .join("; ")}.`,
  ];
}

function spread(values: readonly Dated[], words: ReadingWords): string {
  const figures = values.map(({ value }) => value);
  return between(Math.min(...figures), Math.max(...figures), words);
}

/** Of many lines: the ends of all points. They are unlike: no more holds for them together. */
function extremes(answer: SeriesAnswer, shown: readonly DrawnLine[], words: ReadingWords): string {
  const all = shown.flatMap(({ drawn }) => drawn.points.map((point) => ({ drawn, point })));
  const isLowBest = answer.lower_is_better === true;
  const ordered = all.toSorted((a, b) => (isLowBest ? a.point.min - b.point.min : b.point.max - a.point.max));
  const [best] = ordered;
  if (best === undefined) return t`No data.`;
  const value = words.format(isLowBest ? best.point.min : best.point.max);
  const where =
    answer.x === "started_at" ? words.formatX(best.point.x) : withinSentence(at(best.point, words));
  const whose = shown.length > 1 ? `${labelWithin(answer, best.drawn.label)}, ` : "";
  const n = all.reduce((sum, { point }) => sum + point.n, 0);
  if (n === 1) return t`Only one value: ${value} at ${whose}${where}.`;
  const metric = withinSentence(metricOf(answer.metric)?.title ?? answer.metric);
  return t`${{ end: isLowBest ? t`Lowest` : t`Highest` }} ${metric} of ${n} values: ${value} at ${whose}${where}.`;
}

/** One metric over another: runs in the order of what they measured are no course, so the ends of the axis are said. */
function alongMetric(shown: readonly DrawnLine[], words: ReadingWords): string {
  const points = shown.flatMap(({ drawn }) => drawn.points).toSorted((a, b) => Number(a.x) - Number(b.x));
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return t`No data.`;
  const figureAt = (point: FactorPoint) =>
    t`${{ point: figure(point, words) }} at ${{ place: words.xTitle === "IOPS" ? `${words.formatX(point.x)} IOPS` : at(point, words) }}`;
  if (points.length === 1) return t`Only one value: ${{ first: figureAt(first) }}.`;
  const n = points.reduce((sum, point) => sum + point.n, 0);
  return t`From ${{ first: figureAt(first) }} to ${{ last: figureAt(last) }} (${plural(n, { one: "# value", other: "# values" })}).`;
}

/** A line's label within a sentence: "queue depth 32", while a model keeps its capital. */
function labelWithin({ split }: SeriesAnswer, label: string): string {
  const isTitled = split.some(
    ({ key, title }) => key === "rw" || label.startsWith(`${shortTitleOfKey(key, title)} `),
  );
  return isTitled ? withinSentence(label) : label;
}

function standingOn(shown: readonly DrawnLine[], isGrid: boolean): string {
  const runs = shown.flatMap(({ drawn }) => drawn.points.map((point) => point.runs));
  if (runs.length === 0) return "";
  const [fewest, largest] = [Math.min(...runs), Math.max(...runs)];
  const words =
    fewest === largest
      ? plural(fewest, { one: "# run", other: "# runs" })
      : t`${fewest} to ${plural(largest, { one: "# run", other: "# runs" })}`;
  // A cell shows its median and no interval.
  if (isGrid) return t`${words} per cell`;
  const hasInterval = shown.some(({ drawn }) => drawn.points.some(({ ci95 }) => ci95 !== null));
  return hasInterval ? t`${words} per point` : t`${words} per point; no confidence interval`;
}

function hasKnee({ saturates_at: saturatesAt, scaling }: Line): boolean {
  return (saturatesAt ?? null) !== null || (scaling?.knee ?? null) !== null;
}

function at({ x }: FactorPoint, { xTitle, formatX }: ReadingWords): string {
  return withinSentence(nameValue(xTitle, formatX(x)));
}

function middle({ mean }: FactorPoint): number {
  return mean ?? 0;
}

function figure(point: FactorPoint, { format }: ReadingWords): string {
  return format(middle(point));
}

/** Two figures that read alike are one. */
function between(low: number, high: number, { format }: ReadingWords): string {
  return format(low) === format(high)
    ? t`at ${{ low: format(low) }}`
    : t`between ${{ low: format(low) }} and ${{ high: format(high) }}`;
}

function most(points: readonly FactorPoint[]): FactorPoint {
  return points.reduce((best, point) => (middle(point) > middle(best) ? point : best));
}

function least(points: readonly FactorPoint[]): FactorPoint {
  return points.reduce((best, point) => (middle(point) < middle(best) ? point : best));
}
