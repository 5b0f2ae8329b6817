/** From the service's answer to the rows of the page: one per workload, with a cell per new side. Pure. */
import type { ComparedMetric, ComparedPart, ComparedWorkload, Comparison } from "@/api/types";
import { UNNAMED_HEADLINES } from "@/api/vocabulary.gen";
import type { Direction } from "@/lib/direction";
import { sentenceCase } from "@/lib/format";
import { type WorkloadOptions, workloadInWords } from "@/lib/workload";

export interface CompareRow {
  key: string;
  /** In fio's words, whole. */
  workload: string;
  /** Without what all rows share, with the setting that tells rows of one workload apart. */
  name: string;
  direction: Direction;
  /** Its job options; null: unknown. */
  options: Readonly<Record<string, unknown>>;
  /** The metric in view, one per new side; null where this side did not measure it. */
  cells: readonly (ComparedMetric | null)[];
}

export function partsOf(answer: Comparison): ComparedPart[] {
  return [answer, ...answer.more];
}

/** The one that the address names, else the one that the sentence speaks of. */
export function metricInView(answer: Comparison, asked: string | null): string {
  const parts = partsOf(answer);
  // Shares of older versions do not say it.
  const spoken = parts.map((part: Partial<ComparedPart>) => part.headline_metric ?? null);
  const isMeasured = (metric: string) =>
    parts.some(({ workloads }) => workloads.some(({ metrics }) => metric in metrics));
  return asked ?? spoken.find((one) => one !== null) ?? UNNAMED_HEADLINES.find(isMeasured) ?? "iops";
}

/** In the order of the answer: base's first appearance. */
export function comparedRows(answer: Comparison, metric: string): CompareRow[] {
  const parts = partsOf(answer);
  const workloads = new Map(parts.flatMap((part) => part.workloads.map((one) => [one.key, one] as const)));
  const names = shortNames([...workloads.values()].map(({ workload }) => workload)).names;
  return [...workloads.values()].map((one) => ({
    key: one.key,
    workload: one.workload,
    name: withSetting(names.get(one.workload) ?? one.workload, one),
    direction: one.direction,
    options: one.workload_options,
    cells: parts.map((part) => part.workloads.find(({ key }) => key === one.key)?.metrics[metric] ?? null),
  }));
}

/** A workload, and the setting of its runs where others of it were made in another one. */
export function withSetting(
  name: string,
  { setting = [] }: Partial<Pick<ComparedWorkload, "setting">>,
): string {
  return [name, ...setting].join(" \u00b7 ");
}

/** Base's figures of a row, from whichever side was compared with it. */
export function baseOf(row: CompareRow) {
  return row.cells.find((cell) => cell !== null)?.base ?? null;
}

/** What several workloads have in common is said once: "randread bs=4k" of "randread bs=4k direct=1". */
export function shortNames(workloads: readonly string[]): { names: Map<string, string>; shared: string } {
  const lists = [...new Set(workloads)].map((workload) => ({ workload, words: workload.split(" ") }));
  // The pattern and the block size are what people call a workload; alone it is called by everything.
  const isName = (word: string, place: number) => place === 0 || word.startsWith("bs=");
  const shared =
    lists.length < 2
      ? []
      : (lists[0]?.words ?? []).filter(
          (word, place) => !isName(word, place) && lists.every(({ words }) => words.includes(word)),
        );
  return {
    names: new Map(
      lists.map(({ workload, words }) => [
        workload,
        words.filter((word, i) => isName(word, i) || !shared.includes(word)).join(" "),
      ]),
    ),
    shared: shared.join(" "),
  };
}

/** From so many workloads on they are searched and grouped. */
const MANY = 8;

export function isMany(rows: readonly CompareRow[]): boolean {
  return rows.length >= MANY;
}

/** Each row by its key in words, "Random read 4 KiB, QD 32"; in fio's where two would have one name. */
export function spokenNames(rows: readonly CompareRow[]): Map<string, string> {
  const spoken = rows.map(({ options }) =>
    sentenceCase(workloadInWords(typedOptions(options))).replace(/, 1 job$/, ""),
  );
  const isAlone = (name: string) => spoken.indexOf(name) === spoken.lastIndexOf(name);
  return new Map(
    rows.map(({ key, name }, i) => [key, isAlone(spoken[i] ?? "") ? (spoken[i] ?? name) : name]),
  );
}

function typedOptions(options: CompareRow["options"]): WorkloadOptions {
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const number = (value: unknown) => (typeof value === "number" ? value : null);
  return {
    rw: text(options["rw"]),
    bs: text(options["bs"]),
    bs_bytes: number(options["bs"]),
    iodepth: number(options["iodepth"]),
    numjobs: number(options["numjobs"]),
  };
}

/** Whether rows differ in depth, jobs and the like only: a mean over reads and writes of all sizes would mean nothing. */
export function isOneKind(rows: readonly CompareRow[]): boolean {
  return (
    new Set(rows.map(({ direction, options: { rw, bs } }) => JSON.stringify([direction, rw, bs]))).size < 2
  );
}

/** Of several workloads the one whose figures lie furthest apart, whichever way; undefined without any. */
export function furthestApart(rows: readonly CompareRow[]): CompareRow | undefined {
  const size = ({ cells }: CompareRow) =>
    Math.max(-1, ...cells.map((cell) => Math.abs(Math.log(cell?.ratio ?? 1))).filter(Number.isFinite));
  return rows.toSorted((a, b) => size(b) - size(a))[0];
}

/** Every side was measured often enough and no difference was shown. */
export function isUnchanged({ cells }: CompareRow): boolean {
  const known = cells.filter((cell) => cell !== null);
  return known.length > 0 && known.every(({ verdict }) => verdict === "no_difference_shown");
}
