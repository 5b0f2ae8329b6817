import type { JudgedPurpose, JudgedRequirement } from "@/api/types";

/** What a run of etcd's job says. */
export const ETCD_WAL: JudgedRequirement = {
  id: "etcd-wal-p99",
  title: "WAL fsync",
  answer: "meets",
  is_narrow: false,
  is_settled: true,
  metric: "sync_lat_p99_ns",
  unit: "ns",
  measured: 7_830_000,
  is_bound: false,
  threshold: 10_000_000,
  margin: 1.277,
  repeats: 3,
  tail: [
    { statistic: "p50", value: 900_000, is_over: false },
    { statistic: "p99", value: 7_830_000, is_over: false },
    { statistic: "p99.9", value: 12_000_000, is_over: true },
    { statistic: "max", value: 15_900_000, is_over: true },
  ],
  count: null,
  counted_in: null,
  seconds: null,
  sentence: "",
  need: null,
  job_name: "etcd",
  run_id: null,
  judge: null,
  traps: [],
  source: { title: "etcd FAQ 3.5", address: "https://example.org/faq", dated: "v3.5", kind: "maker" },
};

export const ETCD: JudgedPurpose = {
  id: "etcd",
  title: "etcd",
  is_own: false,
  version: "1.0",
  verdict: "meets",
  margin: 1.277,
  requirements: [ETCD_WAL],
  reason: null,
  job: "fioboard-agent suite purpose etcd --target PATH",
};
