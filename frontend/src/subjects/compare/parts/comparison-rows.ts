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
  const names = namesInWords([...workloads.values()]);
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

/** What a name in words says already. */
const SPOKEN = /^(?:bs|iodepth|numjobs)=/;

/** Workloads in words, by their names in fio's: "Random read 4 KiB, QD 32"; those of one name with the options that differ. */
export function namesInWords(
  all: readonly Pick<ComparedWorkload, "workload" | "workload_options">[],
): Map<string, string> {
  const spoken = new Map(
    all.map(({ workload, workload_options: options }) => [
      workload,
      options["rw"] == null
        ? workload
        : sentenceCase(workloadInWords(typedOptions(options))).replace(/, 1 job$/, ""),
    ]),
  );
  const alike = Map.groupBy(spoken, ([, name]) => name);
  return new Map(
    [...spoken].map(([workload, name]) => {
      const others = (alike.get(name) ?? []).map(([one]) => one.split(" "));
      const more = workload
        .split(" ")
        .filter(
          (word, place) => place > 0 && !SPOKEN.test(word) && !others.every((one) => one.includes(word)),
        );
      return [workload, name === workload ? name : [name, ...more].join(", ")];
    }),
  );
}

/** Options that all rows have and no name says: "ioengine=libaio direct=1". */
export function sharedOptions(rows: readonly Pick<CompareRow, "workload" | "options">[]): string {
  const [first, ...others] = rows
    .filter(({ options }) => options["rw"] != null)
    .map(({ workload }) => workload.split(" "));
  return (first ?? [])
    .filter((word, place) => place > 0 && !SPOKEN.test(word) && others.every((one) => one.includes(word)))
    .join(" ");
}

/** From so many workloads on they are searched and grouped. */
const MANY = 8;

export function isMany(rows: readonly CompareRow[]): boolean {
  return rows.length >= MANY;
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
