/** Names of the columns of the run history; besides these every factor and metric can be one. */
import { t } from "@lingui/core/macro";

/** What a reader meets first, in order. */
export const USUAL_COLUMNS: readonly string[] = [
  "verdict",
  "run",
  "host",
  "workload",
  "result",
  "yardstick",
  "clat_p99_ns",
  "started_at",
];

/** What tells rows apart stands in every choice of columns. */
export function withRun(columns: readonly string[]): readonly string[] {
  return columns.includes("run") ? columns : ["run", ...columns];
}

/** The columns in the order they are drawn: those that stay first. */
export function pinnedFirst(columns: readonly string[], pinned: readonly string[]): readonly string[] {
  const first = pinned.filter((id) => columns.includes(id));
  return first.length === 0 ? columns : [...first, ...columns.filter((id) => !first.includes(id))];
}

/** Columns that are neither a factor nor a metric, or are drawn in a way of their own, with their titles. */
export const OWN_TITLES: Readonly<Record<string, string>> = {
  run: t`Run`,
  started_at: t`Started`,
  host: t`Host`,
  target: t`Target`,
  workload: t`Workload`,
  result: t`Result`,
  yardstick: t`% of limit`,
  direction: t`Direction`,
  iops: "IOPS",
  bw_bytes_per_s: t`Bandwidth`,
  clat_p99_ns: "p99",
  rated_share: t`Of datasheet`,
  verdict: t`Verdict`,
  status: t`Status`,
  history: t`Trend`,
  reference: t`vs. baseline`,
};

/** Those that the service must be asked for, because a run does not carry them by itself. */
export function askedColumns(columns: readonly string[]): string[] {
  return columns.filter((id) => !Object.hasOwn(OWN_TITLES, id));
}

/** What an export writes for a column that is not one of its own; nothing for what is drawn only. */
const EXPORTED: Readonly<Record<string, readonly string[]>> = {
  run: ["title"],
  workload: ["rw", "bs", "iodepth", "numjobs", "direction"],
  target: ["target.path"],
  result: ["iops", "bw_bytes_per_s"],
  yardstick: ["verdict_share", "rated_share"],
  status: ["outcome"],
  limit: ["verdict_id"],
  trust: ["finding_ids"],
  finding: ["finding_ids"],
  history: [],
  reference: [],
};

/** The columns of a view in an export, in its order, each once; what tells rows apart stands beside their titles. */
export function exportedColumns(columns: readonly string[], telling: readonly string[]): string[] {
  const keys = columns.flatMap((id) => (id === "run" ? ["title", ...telling] : (EXPORTED[id] ?? [id])));
  return [...new Set(keys)];
}
