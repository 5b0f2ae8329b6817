/** What the runs of a side can be held against: what their path carries, and what their drives are rated. Pure. */
import type { Circumstance, Comparison, Rating } from "@/api/types";
import type { Yardstick } from "@/charts/every-run-model";
import type { Metric } from "@/lib/metrics";
import { baseOf, type CompareRow, partsOf } from "@/subjects/compare/parts/comparison-rows";

/** In the metric's unit; a latency has no ceiling, and a rating of other conditions is no yardstick. */
export function yardsticksOf(
  answer: Comparison,
  row: CompareRow,
  metric: Metric,
  side: number,
  ratings: readonly { run_id: string; rating: Rating }[],
): Yardstick[] {
  const carried = ceilingOf(answer, row, metric, side);
  const rated = ratedOf(row, metric, side, ratings);
  return [
    ...(carried === null ? [] : [{ kind: "ceiling", value: carried } as const]),
    ...(rated === null ? [] : [{ kind: "rated", value: rated } as const]),
  ];
}

function ceilingOf(answer: Comparison, row: CompareRow, metric: Metric, side: number): number | null {
  const key: Circumstance["key"] | null =
    row.direction === "read" ? "ceiling_read" : row.direction === "write" ? "ceiling_write" : null;
  const part = partsOf(answer)[Math.max(0, side - 1)];
  const circumstance = part?.circumstances.find((one) => one.key === key);
  const bytes = (side === 0 ? circumstance?.base : circumstance?.new)?.high ?? null;
  if (bytes === null) return null;
  if (metric.name === "bw_bytes_per_s") return bytes;
  const size = row.options["bs"];
  return metric.name === "iops" && typeof size === "number" && size > 0 ? bytes / size : null;
}

/** Only where every run that is rated has the same rating. */
function ratedOf(
  row: CompareRow,
  metric: Metric,
  side: number,
  ratings: readonly { run_id: string; rating: Rating }[],
): number | null {
  const figures = side === 0 ? baseOf(row) : (row.cells[side - 1]?.new ?? null);
  const ids = new Set(figures?.values.map(({ run_id }) => run_id));
  const rated = new Set(
    ratings
      .filter(({ run_id }) => ids.has(run_id))
      .flatMap(({ rating }) => rating.figures)
      .filter((one) => one.metric === metric.name && one.may_judge && isOf(one.rw, row))
      .map((one) => one.rated),
  );
  const [only] = rated;
  return rated.size === 1 && only !== undefined ? only : null;
}

function isOf(rw: string | null, { options }: CompareRow): boolean {
  return rw === null || rw === options["rw"];
}
