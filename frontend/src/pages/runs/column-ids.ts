/** Names of the columns of the run history; besides these every factor and metric can be one. */

/** What a reader meets first, in order. */
export const USUAL_COLUMNS: readonly string[] = [
  "started_at",
  "host",
  "target",
  "workload",
  "direction",
  "iops",
  "bw_bytes_per_s",
  "clat_p99_ns",
  "verdict",
  "status",
];

/** Columns that are neither a factor nor a metric, or are drawn in a way of their own, with their titles. */
export const OWN_TITLES: Readonly<Record<string, string>> = {
  started_at: "Started",
  host: "Host",
  target: "Target",
  workload: "Workload",
  direction: "Direction",
  iops: "IOPS",
  bw_bytes_per_s: "Bandwidth",
  clat_p99_ns: "p99 clat",
  rated_share: "Of datasheet",
  verdict: "Verdict",
  status: "Status",
  history: "History",
  reference: "Against reference",
};

/** Those that the service must be asked for, because a run does not carry them by itself. */
export function askedColumns(columns: readonly string[]): string[] {
  return columns.filter((id) => !Object.hasOwn(OWN_TITLES, id));
}
