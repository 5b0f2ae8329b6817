/** Comparisons as the service answers them: every argument optional, a test names only what matters to it. */
import type {
  Bootstrap,
  ComparedAnswer,
  ComparedMetric,
  ComparedWorkload,
  Comparison,
  SideFigures,
} from "@/api/types";

/** One side's figures over these values. */
export function sideFigures(values: readonly number[], more: Partial<SideFigures> = {}): SideFigures {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    n: values.length,
    mean: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
    median: sorted[Math.floor(sorted.length / 2)] ?? null,
    min: sorted[0] ?? null,
    max: sorted.at(-1) ?? null,
    stddev: null,
    cv_ratio: null,
    modes: null,
    odd_run_ids: [],
    values: values.map((value, i) => ({ run_id: `run-${value}-${i}`, value })),
    ...more,
  };
}

export function comparedMetric(more: Partial<ComparedMetric> = {}): ComparedMetric {
  return {
    unit: "IOPS",
    lower_is_better: false,
    base: sideFigures([100, 101, 99]),
    new: sideFigures([200, 201, 199]),
    ratio: 2,
    ratio_reason: null,
    ratio_ci95: [1.9, 2.1],
    ratio_decimals: 3,
    few_runs: null,
    ratio_method: "log_t",
    bootstrap: null,
    p_value: 0.001,
    p_method: "log_t",
    p_holm: 0.002,
    mann_whitney: null,
    verdict: "better",
    noise_ratio: 0.01,
    runs_to_show: null,
    smallest_shown_ratio: 0.03,
    ...more,
  };
}

export function bootstrap(more: Partial<Bootstrap> = {}): Bootstrap {
  return {
    ratio: 1.298,
    ci95: [1.291, 1.305],
    ratio_decimals: 3,
    resamples: 2000,
    seed: 7,
    levels: ["run"],
    runs_with_blocks: 0,
    holds_percent: 79,
    reason: null,
    ...more,
  };
}

export function comparedWorkload(
  workload: string,
  metrics: Record<string, ComparedMetric> = { iops: comparedMetric() },
): ComparedWorkload {
  return {
    key: `key of ${workload}`,
    workload,
    workload_options: {},
    setting: [],
    direction: workload.includes("write") ? "write" : "read",
    metrics,
  };
}

export function comparedAnswer(more: Partial<ComparedAnswer> = {}): ComparedAnswer {
  return {
    kind: "better",
    sentence: "NPS 4 is 246.0 % faster than NPS 1 (95 % CI 241.0 to 251.0 %, n = 4 and 4).",
    workload: "w1",
    sure: "",
    text: ["Of what was recorded, only NUMA nodes per socket 1 → 4 changed."],
    caveat: null,
    ...more,
  };
}

export function comparison(more: Partial<Comparison> = {}): Comparison {
  const side = (filter: string) => ({ filter, batch: null, run_ids: [], runs: [], left_out: [] });
  return {
    base: side("bios.nps=1"),
    new: side("bios.nps=4"),
    more: [],
    metrics: ["iops"],
    answer: null,
    sentence: "IOPS × 2.0",
    limits: null,
    held: null,
    differs: null,
    headline_metric: "iops",
    headlines: {},
    workloads: [comparedWorkload("randread bs=4k")],
    workloads_total: more.workloads?.length ?? 1,
    workloads_skipped: 0,
    separation: null,
    missing_runs: { items: [], left_out: 0 },
    factors_changed: [],
    factors_unknown: [],
    confounded: false,
    attribution: {
      kind: "nothing_changed",
      keys: [],
      text: "No recorded factor differs.",
      doubts: [],
      separating_runs: [],
    },
    inventory_difference: null,
    paths: { base: null, new: null, state: "cannot_tell" },
    unmatched: { base: [], new: [] },
    unmatched_base_total: more.unmatched?.base.length ?? 0,
    unmatched_new_total: more.unmatched?.new.length ?? 0,
    notes: [],
    circumstances: [],
    ...more,
  };
}
