/** The workloads of a comparison by pattern or block size, each group counted: unlike workloads have no mean. Pure. */
import { plural, t } from "@lingui/core/macro";
import type { ComparedMetric, Verdict } from "@/api/types";
import type { COMPARE_GROUPS } from "@/lib/address";
import { sentenceCase } from "@/lib/format";
import { formatBlockSizeProse, formatChange } from "@/lib/units";
import { patternInWords } from "@/lib/workload";
import { sortedRows } from "@/subjects/compare/parts/comparison-order";
import type { CompareRow } from "@/subjects/compare/parts/comparison-rows";

export type GroupBy = (typeof COMPARE_GROUPS)[number];

export interface RowGroup {
  /** "" where nothing is grouped. */
  title: string;
  rows: readonly CompareRow[];
}

/** Rows keep their order within a group; groups stand by their first workload, as workloads are ordered. */
export function groupedRows(rows: readonly CompareRow[], by: GroupBy): RowGroup[] {
  if (by === "none") return [{ title: "", rows }];
  const titleOf = by === "pattern" ? patternOf : sizeOf;
  const groups = Map.groupBy(rows, titleOf);
  const order = new Set(sortedRows(rows, { key: "workload", isDescending: false }).map(titleOf));
  return [...order].map((title) => ({ title, rows: groups.get(title) ?? [] }));
}

/** The halves of a mix are two groups: what happens to reads is no effect on writes. */
function patternOf({ options, direction }: CompareRow): string {
  const { rw } = options;
  if (typeof rw !== "string") return t`Pattern unknown`;
  const { pattern } = patternInWords({ rw, bs_bytes: null, bs: null, iodepth: null, numjobs: null });
  const isOneWay = ["read", "write", "trim"].some((one) => rw === one || rw === `rand${one}`);
  return sentenceCase(`${pattern}${isOneWay ? "" : `, ${direction}s`}`);
}

function sizeOf({ options: { bs } }: CompareRow): string {
  const sizes = (Array.isArray(bs) ? bs : [bs]).map((size: unknown) =>
    typeof size === "number" ? formatBlockSizeProse(size) : typeof size === "string" ? size : null,
  );
  const known = sizes.filter((size) => size !== null);
  if (bs === "differs") return t`Block size differs between the sides`;
  if (known.length === 0) return t`Block size unknown`;
  return known.length === 1
    ? t`Blocks of ${{ known: known[0] ?? "" }}`
    : t`Blocks of ${{ known: known.join(", ") }}`;
}

export interface GroupSummary {
  /** "3 better, 2 worse, 1 not judged": only what occurs. */
  verdicts: string;
  /** "−12.0 % to +5.0 %"; null without a change. */
  effects: string | null;
}

/** One new side's cells of a group, by its place. */
export function summaryOf({ rows }: RowGroup, side: number): GroupSummary {
  const cells = rows.map(({ cells: all }) => all[side] ?? null);
  const counts = Map.groupBy(cells, (cell): Verdict => cell?.verdict ?? "not_enough_runs");
  const verdicts = WORDS.flatMap(([verdict, word]) => {
    const number = counts.get(verdict)?.length ?? 0;
    return number === 0 ? [] : [`${number} ${word}`];
  });
  return { verdicts: verdicts.join(", "), effects: effectsOf(cells) };
}

const WORDS: readonly (readonly [Verdict, string])[] = [
  ["better", "better"],
  ["worse", "worse"],
  ["no_difference_shown", t`no difference shown`],
  ["not_enough_runs", t`not judged`],
];

/** From the least to the largest change, each with the digits that it carries. */
function effectsOf(cells: readonly (ComparedMetric | null)[]): string | null {
  const known = cells.flatMap((cell) =>
    cell?.ratio == null ? [] : [{ ratio: cell.ratio, decimals: cell.ratio_decimals }],
  );
  const decimals = new Map(known.map((one) => [one.ratio, one.decimals]));
  const ratios = known.map(({ ratio }) => ratio);
  if (ratios.length === 0) return null;
  const change = (ratio: number) => formatChange(ratio, decimals.get(ratio));
  const [least, most] = [change(Math.min(...ratios)), change(Math.max(...ratios))];
  return least === most ? least : t`${least} to ${most}`;
}

/** "10 workloads". */
export function sizeInWords({ rows }: RowGroup): string {
  return plural({ rows: rows.length }, { one: "# workload", other: "# workloads" });
}
