import { t } from "@lingui/core/macro";
import type { RatedCondition, RatedFigure } from "@/api/types";
import { RATING_WORDS } from "@/api/vocabulary.gen";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatIops,
  formatLatency,
  formatRatedShare,
  MISSING,
} from "@/lib/units";
import type { Tone } from "@/ui/Badge";

interface VerdictWords {
  word: string;
  /** What a share of the rating then is. */
  share: string;
  /** The share in a row of a list. */
  inRow: (share: string) => string;
  meaning: string;
}

/** What each verdict is called, and what a share of the rating then is. */
export const VERDICTS: Record<RatedFigure["verdict"], VerdictWords> = {
  comparable: {
    word: RATING_WORDS.verdicts.comparable,
    share: t`Share of the rating`,
    inRow: (share) => share,
    meaning: t`Test conditions match the datasheet`,
  },
  at_least: {
    word: RATING_WORDS.verdicts.at_least,
    share: t`At least this share of the rating`,
    inRow: (share) => `≥ ${share}`,
    meaning: t`Queue depth below the rated one: the drive may be faster`,
  },
  not_comparable: {
    word: RATING_WORDS.verdicts.not_comparable,
    share: t`No percentage: the test conditions differ`,
    inRow: () => t`differs`,
    meaning: t`Test conditions differ from the rating’s, or it states none; see the run page`,
  },
  conditions_unknown: {
    word: RATING_WORDS.verdicts.conditions_unknown,
    share: t`Share of the rating, conditions unknown`,
    inRow: (share) => `${share} ?`,
    meaning: t`Some conditions are unknown; no conclusion`,
  },
};

/** "79 %", "≥ 79 %", "79 % ?"; of another test there is none. */
export function shareInWords({ share, verdict }: Pick<RatedFigure, "share" | "verdict">): string {
  return verdict === "not_comparable" ? MISSING : VERDICTS[verdict].inRow(formatRatedShare(share));
}

/** "71 % to 84 %": lowest and highest share of several runs; of another test there is none. */
export function spanInWords(
  { verdict }: Pick<RatedFigure, "verdict">,
  runs: number,
  [low, high]: readonly [number, number],
): string | null {
  if (runs < 2 || verdict === "not_comparable") return null;
  return t`${{ low: formatRatedShare(low) }} to ${{ high: formatRatedShare(high) }}`;
}

/** A value of a rated figure with its unit. */
export function formatRated(
  { metric }: Pick<RatedFigure, "metric">,
  value: number,
  units: BandwidthUnits,
): string {
  if (metric === "iops") return formatIops(value);
  return metric === "lat_ns" ? formatLatency(value) : formatBandwidth(value, units);
}

/** Nine tenths of a rating is the rating: what limits and their colours go by. */
const REACHED = 0.9;

/** Colour is for shares that may be judged; a latency is good when it is low. */
export function toneOf({ may_judge, metric, share }: RatedFigure): Tone {
  if (!may_judge) return "plain";
  const reached = metric === "lat_ns" ? share <= 1 / REACHED : share >= REACHED;
  return reached ? "ok" : "warn";
}

const PATTERNS: Readonly<Record<string, string>> = RATING_WORDS.patterns;

/** "Random read, 4 KiB". */
export function testInWords(
  { rw, bs_bytes }: Pick<RatedFigure, "rw" | "bs_bytes">,
  formatSize: (bytes: number) => string,
): string {
  const how = [PATTERNS[rw ?? ""] ?? t`Pattern unknown`, bs_bytes === null ? null : formatSize(bs_bytes)];
  return how.filter((part) => part !== null).join(", ");
}

/** "Random read, 4 KiB: IOPS". */
export function figureInWords(
  figure: Pick<RatedFigure, "rw" | "bs_bytes" | "metric" | "percentile">,
  formatSize: (bytes: number) => string,
): string {
  const { metric, percentile } = figure;
  const what =
    metric === "iops"
      ? "IOPS"
      : metric === "lat_ns"
        ? `latency${percentile === null ? "" : `, ${percentile} %`}`
        : "bandwidth";
  return `${testInWords(figure, formatSize)}: ${what}`;
}

const NAMES: Readonly<Record<string, string>> = RATING_WORDS.conditions;

/** "block size", "I/Os in flight": a condition of a rating. */
export function conditionName(name: string): string {
  return NAMES[name] ?? name.replaceAll("_", " ");
}

/** "I/Os in flight: 31.9 in the run, 128 in the rating", or which of both is unknown. */
export function conditionInWords(
  { name, rated, run, is_hidden }: RatedCondition,
  formatSize: (bytes: number) => string,
): string {
  const spoken = (value: string) =>
    name === "block_size"
      ? formatSize(Number(value))
      : name === "pattern"
        ? (PATTERNS[value] ?? value).toLowerCase()
        : value;
  const what = conditionName(name);
  if (is_hidden) return t`${what}: not shown in this share`;
  if (name === "scope") return `${what} ${rated ?? t`another drive`}`;
  if (rated === null && run === null) return t`${what}: unknown in both`;
  if (rated === null) return t`${what}: ${{ run: spoken(run ?? "") }} in the run, not stated in the rating`;
  if (run === null) return t`${what}: unknown in the run, ${{ rated: spoken(rated) }} in the rating`;
  return t`${what}: ${{ run: spoken(run) }} in the run, ${{ rated: spoken(rated) }} in the rating`;
}

/** Why a figure is not comparable although nothing was found to differ. */
export function whyNotInWords(verdict: RatedFigure["verdict"]): string {
  return verdict === "conditions_unknown" ? t`the rating states no conditions` : t`no difference found`;
}
