/** Shared documents as the service freezes them: every argument optional, a test names only what matters to it. */
import type { Shared, SharedDocument, SharedHost, SharedRun } from "../api/types.ts";
import { latency, result } from "./api-data.ts";
import { comparedAnswer, comparedMetric, comparedWorkload, comparison, sideFigures } from "./compare-data.ts";
import { epyc } from "./machine-data.ts";
import { point, runSeries, series, temperature } from "./series-data.ts";
import { QUESTIONS } from "./share-questions.ts";

const INVENTORY = {
  system: {
    vendor: "GIGABYTE",
    product: "MZ72-HB0-00",
    board: { vendor: "GIGABYTE", product: "MZ72-HB0-00" },
    bios: { version: "M12", date: "2021-09-16" },
  },
  cpu: { model: "AMD EPYC 7443 24-Core Processor", sockets: 2, cores: 48, threads: 96 },
  memory: { total_bytes: 274_877_906_944 },
  os: { pretty_name: "Ubuntu 22.04 LTS", kernel: "5.15.0-generic" },
  disks: Object.fromEntries(
    ["A", "B", "C", "D"].map((letter) => [
      `drive ${letter}`,
      { model: "MTFDHAL15T3TDP", firmware: "E2MU200", size_bytes: 15_362_991_415_296, transport: "pcie" },
    ]),
  ),
  volumes: { "array 1": { kind: "md", level: "raid0", chunk_bytes: 524_288, width: 4, state: "active" } },
  sources: {},
};

export function sharedHost(more: Partial<SharedHost> = {}): SharedHost {
  return {
    label: "host 1",
    inventory: INVENTORY,
    firmware: [
      {
        key: "numa.nodes_per_socket",
        title: "NUMA nodes per socket",
        value: 4,
        source: "redfish",
        attribute: "NodesPerSocket",
        inferred: 4,
        is_conflict: false,
      },
    ],
    findings: [],
    ...more,
  };
}

export function sharedRun(more: Partial<SharedRun> = {}): SharedRun {
  const { id: _, workload_id: __, ...figures } = result();
  return {
    label: "run 1",
    host: "host 1",
    title: null,
    note: null,
    tags: [],
    started_at: "2026-11-12T09:00:00Z",
    tool: { name: "fio", version: "fio-3.30" },
    outcome: "complete",
    factor_values: [],
    results: [
      {
        ...figures,
        job_name: "read 2m QD16",
        rw: "read",
        bs_bytes: 2_097_152,
        iodepth: 16,
        iops: 13_539,
        bw_bytes_per_s: 28_393_340_928,
        total_ios: 812_351,
        io_bytes: 1_703_633_125_376,
        runtime_ms: 60_001,
        clat_ns: latency({
          n: 812_351,
          mean: 1_117_600,
          max: 4_962_000,
          percentiles: { "50": 1_123_000, "90": 1_238_000, "99": 1_434_000, "99.9": 2_024_000 },
          has_histogram: true,
        }),
        sys_cpu_pct: 88.36,
      },
    ],
    job_options: [{ rw: "read", bs: "2m", iodepth: "16", ioengine: "libaio", direct: "1", runtime: "60" }],
    options_left_out: 2,
    command:
      "fio --name='read 2M QD16' --rw=read --bs=2M --iodepth=16 --ioengine=libaio --direct=1 --runtime=60 --time_based --filename='target 1'",
    path: {
      targets: [
        {
          path: "target 1 (block device)",
          place: null,
          kind: "block device",
          filesystem: null,
          layers: ["md raid0 of 4, chunk 512 KiB"],
          members: ["A", "B", "C", "D"].map((letter) => ({
            disk: `drive ${letter}`,
            model: "MTFDHAL15T3TDP",
            firmware: "E2MU200",
            slot: { name: "SLOT1", source: "acpi", is_verified: true },
            link: "Gen4 x4",
            numa_node: 1,
          })),
          reason: null,
        },
      ],
      chain_limit_bytes_per_s: {
        read: [28_810_000_000, 28_810_000_000],
        write: [28_810_000_000, 28_810_000_000],
      },
      limited_by: "0000:21:00.0",
      shared_hops: [],
      path_fingerprint: "p",
      path_unknown: [],
    },
    answer: null,
    // The machine picture's own shape is the API's.
    machine: epyc() as SharedRun["machine"],
    curves: [
      {
        position: 0,
        kind: "clat",
        n: 812_351,
        points: Array.from({ length: 40 }, (_unused, i) => ({
          ns: 700_000 + i * 50_000,
          share: Math.min(1, 1 / (1 + Math.exp((9 - i) / 1.7))),
        })),
      },
    ],
    // The chart's own type of it is read-only, the API's is not.
    time_series: runSeries(
      [
        series("bandwidth", {
          points: Array.from({ length: 60 }, (_unused, s) =>
            point(s * 1000, 2.84e10 * (1 + 0.02 * Math.sin(s)), { min: 2.7e10, max: 2.9e10, n: 4 }),
          ),
        }),
        temperature("drive A", ...Array.from({ length: 60 }, (_unused, s) => 39 + s / 5)),
      ],
      { to_ms: 60_000 },
    ) as SharedRun["time_series"],
    ...more,
  };
}

export function sharedDocument(more: Partial<SharedDocument> = {}): SharedDocument {
  return {
    version: 1,
    kind: "run",
    title: "Sequential read 2 MiB, QD 16 on array 1 (RAID0 of 4)",
    note: null,
    created_at: "2026-11-21T14:05:00Z",
    fioboard_version: "0.1.0",
    questions: QUESTIONS,
    hosts: [sharedHost()],
    runs: [sharedRun()],
    compare: null,
    distributions: [],
    series: null,
    factors: [],
    method: [
      "Every figure is fio's own, in base units; nothing was edited.",
      "n counts runs, not I/Os; n counts runs, and an interval needs three on each side.",
    ],
    revealed: [],
    hidden: [],
    ...more,
  };
}

export function shared(document: SharedDocument = sharedDocument(), more: Partial<Shared> = {}): Shared {
  return {
    label: "Acme Storage support",
    expires_at: "2026-12-21T14:05:00Z",
    takes_replies: false,
    replies: 0,
    document,
    ...more,
  };
}

const BASE = [3905, 3921, 3888, 3934];
const NEW = [13_539, 13_512, 13_560, 13_548];
const BYTES = 2_097_152;

/** NPS1 against NPS4, four runs each: the case that this product was made for. */
export function epycComparison(): SharedDocument {
  const side = (first: number, started: string) => ({
    filter: "",
    left_out: null,
    batch: null,
    run_ids: [0, 1, 2, 3].map((i) => `run ${first + i}`),
    runs: [0, 1, 2, 3].map((i) => ({
      id: `run ${first + i}`,
      title: null,
      host_name: "host 1",
      started_at: started,
    })),
  });
  const figures = (values: readonly number[], first: number) =>
    sideFigures(values, { values: values.map((value, i) => ({ run_id: `run ${first + i}`, value })) });
  const metric = (unit: "IOPS" | "bytes/s" | "ns", factor: (iops: number) => number, isLower = false) =>
    comparedMetric({
      unit,
      lower_is_better: isLower,
      base: figures(BASE.map(factor), 1),
      new: figures(NEW.map(factor), 5),
      ratio: isLower ? 0.289 : 3.459,
      ratio_ci95: isLower ? [0.284, 0.294] : [3.41, 3.51],
    });
  const runs = [1, 2, 3, 4, 5, 6, 7, 8].map((n) =>
    sharedRun({ label: `run ${n}`, started_at: `2026-11-1${n < 5 ? 0 : 2}T0${n}:00:00Z` }),
  );
  const stages = (from: number) =>
    Array.from({ length: 30 }, (_unused, i) => ({
      ns: from + i * from * 0.04,
      share: Math.min(1, 1 / (1 + Math.exp((9 - i) / 1.7))),
    }));
  const spread = (p50: number) =>
    [50, 90, 99, 99.9].map((percentile, i) => ({
      percentile,
      ns: p50 * (1 + i * 0.13),
      low_ns: p50 * (1 + i * 0.13),
      high_ns: p50 * (1.01 + i * 0.13),
    }));
  return sharedDocument({
    kind: "compare",
    title: "NUMA nodes per socket 1 against 4: sequential read 2 MiB on RAID0 of 4",
    note: "Please see question 2: we did not pin fio. NPS4 alone brought the factor 3.5.",
    runs,
    compare: comparison({
      base: side(1, "2026-11-10T01:00:00Z"),
      new: side(5, "2026-11-12T05:00:00Z"),
      metrics: ["bw_bytes_per_s", "iops", "clat_mean_ns"],
      answer: comparedAnswer(),
      workloads: [
        {
          ...comparedWorkload("read bs=2M iodepth=16 numjobs=1 ioengine=libaio direct=1", {
            iops: metric("IOPS", (iops) => iops),
            bw_bytes_per_s: metric("bytes/s", (iops) => iops * BYTES),
            clat_mean_ns: metric("ns", (iops) => 16e9 / iops, true),
          }),
          key: "w1",
        },
      ],
      factors_changed: [
        {
          key: "bios.nps",
          title: "NUMA nodes per socket",
          unit: null,
          state: "changed",
          base: 1,
          new: 4,
          follows_from: null,
          is_partly_unknown: false,
        },
        {
          key: "numa.nodes",
          title: "NUMA nodes",
          unit: null,
          state: "changed",
          base: 2,
          new: 8,
          follows_from: "bios.nps",
          is_partly_unknown: false,
        },
      ],
      attribution: {
        kind: "only",
        keys: ["bios.nps"],
        text: "Of what was recorded, only NUMA nodes per socket 1 → 4 changed.",
        doubts: [],
        separating_runs: [],
      },
    }),
    distributions: [
      {
        key: "w1",
        workload: "read bs=2M",
        direction: "read",
        kind: "clat",
        sides: [4_100_000, 1_120_000].map((p50) => ({
          runs: 4,
          runs_without_bins: 0,
          n: 3_200_000,
          resolution_ns: 1,
          cdf: stages(p50 * 0.7),
          percentiles: spread(p50),
        })),
        shifts: [
          [50, 90, 99, 99.9].map((percentile) => ({
            percentile,
            base_runs: 4,
            new_runs: 4,
            ratio: 0.28,
            ratio_ci95: [0.26, 0.3],
            ratio_decimals: 3,
            ratio_method: "log_t" as const,
          })),
        ],
      },
    ],
    factors: [],
  });
}

/** Bandwidth over the width of an array. */
export function widthSeries(): SharedDocument {
  const widths = [
    [2, 6.51e9],
    [3, 9.32e9],
    [4, 9.47e9],
  ] as const;
  return sharedDocument({
    kind: "series",
    title: "Bandwidth vs. RAID width",
    series: {
      x: "raid.width",
      by: null,
      metric: "bw_bytes_per_s",
      unit: "bytes/s",
      lower_is_better: false,
      split: [],
      varies: [],
      is_asking: false,
      mixed: [],
      results: 9,
      without_value: 0,
      without_x: 0,
      series: [
        {
          key: null,
          values: [],
          is_alike: true,
          points_left_out: 0,
          scaling: null,
          points: widths.map(([x, mean], i) => ({
            x,
            n: 3,
            runs: 3,
            mean,
            mean_reason: null,
            median: mean,
            min: mean * 0.98,
            max: mean * 1.02,
            ci95: [mean * 0.96, mean * 1.04],
            ci95_reason: null,
            mixed: [],
            values: [0.98, 1, 1.02].map((f, j) => ({ run_id: `run ${3 * i + j + 1}`, value: mean * f })),
            values_left_out: 0,
            ceiling: null,
            rated: null,
            rated_drives: null,
            rated_missing: null,
            drive_counts: [],
            rated_ratio: null,
          })),
        },
      ],
    },
  });
}
