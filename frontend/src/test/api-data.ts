/** Answers of the service for tests: every argument optional, a test names only what matters to it. */
import type { Batch, BatchFold, Latency, Result, RunDetail, RunPage, RunSummary } from "@/api/types";

export function latency(more: Partial<Latency> = {}): Latency {
  return {
    n: 1_000_000,
    min: 40_000,
    mean: 70_000,
    stddev: 9_000,
    max: 4_000_000,
    percentiles: { "50": 66_000, "99": 128_000, "99.9": 400_000, "99.99": 900_000 },
    percentiles_reason: null,
    saturated: [],
    resolution_ns: 1,
    percentile_resolution_ns: 1,
    has_histogram: false,
    ...more,
  };
}

export function result(more: Partial<Result> = {}): Result {
  const position = more.position ?? 0;
  return {
    id: `result-${position}`,
    position,
    job_name: "job",
    group: 0,
    direction: "read",
    workload_id: "workload-1",
    rw: "randread",
    bs_bytes: 4096,
    bs: null,
    iodepth: 32,
    numjobs: 1,
    ioengine: "libaio",
    direct: true,
    is_merged_sections: false,
    settings_source: {},
    member_count: 1,
    rated_share: null,
    rated_verdict: null,
    durable_write_mean_ns: null,
    durable_write_p99_ns: null,
    durable_basis: null,
    power_source: null,
    power_w: null,
    power_low_w: null,
    power_high_w: null,
    power_readings: null,
    power_bytes_per_s: null,
    power_iops: null,
    iops: 100_000,
    iops_bounds: null,
    bw_bytes_per_s: 409_600_000,
    bw_bounds_bytes_per_s: null,
    steady_state: null,
    io_bytes: 4_096_000_000,
    total_ios: 1_000_000,
    runtime_ms: 10_000,
    slat_ns: null,
    clat_ns: latency(),
    lat_ns: null,
    sync_lat_ns: null,
    usr_cpu_pct: 9,
    sys_cpu_pct: 44,
    error: 0,
    problems: [],
    ...more,
  };
}

export function runSummary(more: Partial<RunSummary> = {}): RunSummary {
  return {
    id: "run-1",
    started_at: "2026-11-19T14:21:00Z",
    uploaded_at: "2026-11-19T14:22:00Z",
    title: null,
    host: { id: "host-1", name: "jupiter" },
    tool: { name: "fio", version: "fio-3.36" },
    state: "understood",
    outcome: "complete",
    target: "/dev/md0",
    batch: null,
    verdict: null,
    finding_ids: [],
    labels: {},
    tags: [],
    factors: {},
    results: [result()],
    results_total: more.results?.length ?? 1,
    ...more,
  };
}

/** Of the runs that it is given. */
export function batchOf(more: Partial<Batch> = {}): Batch {
  const { agent_name = "sweep", title = null, runs = [] } = more;
  return {
    id: "00000000-0000-0000-0000-000000000001",
    name: title ?? agent_name,
    agent_name,
    title,
    note: null,
    steps: runs.length,
    run_count: runs.length,
    started_at: null,
    ended_at: null,
    hosts: [{ id: "host-1", name: "jupiter" }],
    swept: [],
    results_total: runs.length,
    results_judged: runs.length,
    runs,
    result_names: {},
    repeats: [],
    answer: null,
    previous: null,
    command: null,
    command_remark: null,
    suite_again: null,
    ...more,
  };
}

export function batchFold(more: Partial<BatchFold> = {}): BatchFold {
  return {
    id: "00000000-0000-0000-0000-000000000001",
    name: "sweep",
    steps: 10,
    runs: 4,
    host: { id: "host-1", name: "jupiter" },
    started_at: "2026-11-19T13:00:00Z",
    ended_at: "2026-11-19T14:22:00Z",
    preconditions: 0,
    unfinished: 0,
    limit_shares: null,
    repeats_min: 2,
    repeats_max: 2,
    swept: [{ key: "iodepth", count: 2, values: [1, 8] }],
    spans: [
      {
        direction: "read",
        workloads: 2,
        results: 4,
        iops: [1000, 4400],
        bw_bytes_per_s: [4_096_000, 18_022_400],
        clat_p99_ns: [149_000, 1_560_000],
        fastest: {
          rw: "randread",
          bs_bytes: 4096,
          bs: null,
          iodepth: 8,
          numjobs: 1,
          iops: 4400,
          bw_bytes_per_s: 18_022_400,
          clat_p99_ns: [1_400_000, 1_560_000],
        },
      },
    ],
    ...more,
  };
}

export function runDetail(more: Partial<RunDetail> = {}): RunDetail {
  return {
    ...runSummary(),
    answer: null,
    note: null,
    state_reason: null,
    started_at_reason: null,
    clock_ahead_ms: null,
    ended_at: null,
    argv: ["fio", "--name=a b"],
    agent_program: "fioboard-agent",
    job_options: [{ rw: "randread", bs: "4k" }],
    global_options: {},
    job_results: {},
    job_results_total: 0,
    results_next_cursor: null,
    disk_util: [],
    inventory_id: null,
    hardware_stated_at: null,
    inventory: null,
    path: null,
    factor_values: [],
    documents: [{ name: "fio.json", kind: "fio_output", sha256: "ab".repeat(32), bytes: 7512 }],
    problems: [],
    reader_version: 1,
    ...more,
  };
}

export function runPage(items: RunSummary[], more: Partial<RunPage> = {}): RunPage {
  return { items, next_cursor: null, total: items.length, total_is_exact: true, ...more };
}

/** The one shape of every error. */
export function errorBody(error: string, detail: string) {
  return { error, detail, retryable: false, request_id: "req-4711", problems: [] };
}
