/** What a model's drives give, each alone, beside their datasheet: the first thing its page says. */
import { plural, t } from "@lingui/core/macro";
import type { DriveModelDetail, ModelRated, RatedFigure } from "@/api/types";
import { RATING_WORDS } from "@/api/vocabulary.gen";
import { formatBlockSizeProse, formatCount, formatRatedShare } from "@/lib/units";
import { modelProblems } from "@/subjects/datasheets/parts/model-words";
import { conditionName, formatRated, testInWords } from "@/subjects/datasheets/parts/scorecard-words";

const PATTERNS: Readonly<Record<string, string>> = RATING_WORDS.patterns;
/** Conditions that a headline names. */
const MAX_CONDITIONS = 3;

export interface ModelReading {
  kind: "look" | "rated" | "limited" | "open";
  sentence: string;
  text: string[];
}

/** The worst comes first; else the best share that may be judged; else why none may. */
export function modelReading(model: DriveModelDetail): ModelReading {
  const problems = modelProblems(model);
  const rating = ratingOf(model);
  // Why none can be named stands in the card of outliers.
  const odd = oddCount(model) === null ? [] : [oddInWords(model)];
  if (problems.length > 0) {
    const sentence = t`${plural({ drives: model.drives }, { one: "# drive", other: "# drives" })} in ${plural({ hosts: model.hosts }, { one: "# host", other: "# hosts" })}: ${{ problems: problems.join(", ") }}.`;
    return { kind: "look", sentence, text: [rating.sentence, ...odd] };
  }
  return { kind: rating.kind, sentence: rating.sentence, text: odd };
}

/** Of shares that may be judged the highest: what a drive of this model is shown to reach. */
export function bestRated(model: DriveModelDetail): ModelRated | undefined {
  return model.workloads
    .flatMap((workload) => workload.rated)
    .filter(({ figure: { may_judge, metric } }) => may_judge && metric !== "lat_ns")
    .sort((one, other) => other.figure.share - one.figure.share)[0];
}

/** Of shares that may judge nothing the highest: how near the drives came under other conditions, not with another
 * pattern. */
export function nearestRated(model: DriveModelDetail): ModelRated | undefined {
  return model.workloads
    .flatMap((workload) => workload.rated)
    .filter(({ figure: { metric } }) => metric !== "lat_ns")
    .sort(
      ({ figure: one }, { figure: other }) =>
        Number(otherPattern(one) !== null) - Number(otherPattern(other) !== null) || other.share - one.share,
    )[0];
}

/** Drives that stand out under a workload, a count; null where no workload has enough drives to tell. */
export function oddCount({ workloads }: DriveModelDetail): number | null {
  if (workloads.every(({ why_not: why }) => why !== null)) return null;
  return new Set(workloads.flatMap(({ odd }) => odd.map(({ drive_id: id }) => id))).size;
}

/** Whether a drive stands out, or why none can be named. */
export function oddInWords(model: DriveModelDetail): string {
  const odd = oddCount(model);
  if (odd === null) {
    const [first] = model.workloads;
    return first === undefined ? "" : t`The outlier check ${{ why_not: first.why_not ?? "" }}.`;
  }
  const judged = model.workloads.filter(({ why_not: why }) => why === null).length;
  if (odd === 0) return t`No outlier in ${plural(judged, { one: "# workload", other: "# workloads" })}.`;
  return `${plural(odd, { one: "# outlier", other: "# outliers" })}.`;
}

function ratingOf(model: DriveModelDetail): Pick<ModelReading, "kind" | "sentence"> {
  const best = bestRated(model);
  if (best !== undefined) {
    const { figure, runs, share_lowest: low, share_highest: high } = best;
    const span =
      runs > 1
        ? t`${{ low: formatRatedShare(low) }} to ${{ high: formatRatedShare(high) }}`
        : formatRatedShare(figure.share);
    const share = figure.verdict === "at_least" ? t`at least ${span}` : span;
    const unit = figure.metric === "iops" ? " IOPS" : "";
    const measured = formatRated(figure, figure.measured, "decimal");
    const rated = formatRated(figure, figure.rated, "decimal");
    const test = testInWords(figure, formatBlockSizeProse);
    return {
      kind: "rated",
      sentence:
        runs > 1
          ? t`${test}: ${{ runs: formatCount(runs) }} drives, each measured alone, reach ${share} of their rating, median ${measured} of ${rated}${unit}.`
          : t`${test}: one drive alone reaches ${share} of its rating, ${measured} of ${rated}${unit}.`,
    };
  }
  if (model.workloads.length === 0) {
    return {
      kind: "open",
      sentence: t`No single-drive run of its ${plural({ drives: model.drives }, { one: "# drive", other: "# drives" })} yet.`,
    };
  }
  const nearest = nearestRated(model);
  if (nearest === undefined)
    return { kind: "open", sentence: t`No single-drive run has a datasheet rating to compare with.` };
  const sentence = nearestInWords(nearest);
  return nearest.limit === null
    ? { kind: "open", sentence }
    : { kind: "limited", sentence: `${sentence} ${nearest.limit}` };
}

/** "Random read, 4 KiB: 71k IOPS measured, 90k IOPS rated; not comparable (target).": what differs, else what is unknown.
 * What is rated with another pattern is no rating of this. */
function nearestInWords({ figure }: ModelRated): string {
  const differ = figure.differs.filter(({ effect }) => effect === "differs");
  const names = (differ.length > 0 ? differ : figure.differs).map(({ name }) => conditionName(name));
  const why = names.length === 0 ? "" : ` (${names.slice(0, MAX_CONDITIONS).join(", ")})`;
  const unit = figure.metric === "iops" ? " IOPS" : "";
  const format = (value: number) => `${formatRated(figure, value, "decimal")}${unit}`;
  const [measured, rated] = [format(figure.measured), format(figure.rated)];
  const test = testInWords(figure, formatBlockSizeProse);
  const other = otherPattern(figure);
  if (other !== null && figure.is_stated)
    return t`${test}: ${measured} measured; the ${rated} stated on the run is for ${other}.`;
  if (other !== null) return t`${test}: ${measured} measured; the datasheet's ${rated} is for ${other}.`;
  return t`${test}: ${measured} measured, ${rated} rated; not comparable${why}.`;
}

/** "random read": what the rating is of where the run had another pattern; null where it is of the run's, or unknown. */
export function otherPattern({ differs }: Pick<RatedFigure, "differs">): string | null {
  const rated = differs.find(({ name, effect }) => name === "pattern" && effect === "differs")?.rated;
  return rated == null ? null : (PATTERNS[rated] ?? rated).toLowerCase();
}

/** Whether any drive tells of its health: without it, no issue is known because nobody looked. */
export function isHealthKnown({ health }: DriveModelDetail): boolean {
  const { temperature_n: temperature, used_n: used, spare_n: spare, errors_n: errors } = health;
  return temperature + used + spare + errors > 0;
}
