import { expect, test } from "vitest";
import type { HostSeries } from "@/api/types";
import { referencesOf } from "@/subjects/hosts/detail/course";

type Best = NonNullable<HostSeries["best"]>;

function series(more: Partial<HostSeries> = {}, best: Partial<Best> | null = {}): HostSeries {
  const measured: Best = {
    ...{ run_id: "r", at: "2026-11-20T10:00:00Z", is_dated: true, value: 28 },
    ...{ verdict: null, rated_share: null, rated_verdict: null },
    ...best,
  };
  return {
    ...{
      key: "k",
      name: "sequential read 2 MiB, QD 16, 1 job",
      workload_id: "w",
      workload: "read bs=2M iodepth=16 ioengine=libaio",
      direction: "read",
    },
    options: {
      rw: "read",
      bs_bytes: 2_097_152,
      bs: null,
      iodepth: 16,
      numjobs: 1,
      others: ["ioengine=libaio"],
    },
    ...{ target: null, metric: "bw_bytes_per_s", metric_title: "Bandwidth", unit: "bytes/s" },
    ...{ runs: 1, doubted: 0, latest: measured, best: best === null ? null : measured, recent: [] },
    ...more,
  };
}
const limit = (share: number | null) =>
  ({ kind: "limit", id: "link-limit", sentence: "The link is full.", share }) as Best["verdict"];

test.each([
  ["none known", {}, []],
  ["no run to be trusted", null, []],
  ["a limit", { verdict: limit(0.8) }, [["limit", 35]]],
  ["a limit without a share", { verdict: limit(null) }, []],
  ["a rating", { rated_share: 0.5, rated_verdict: "comparable" as const }, [["rated", 56]]],
  [
    "a rating that may not be held against it",
    { rated_share: 0.5, rated_verdict: "conditions_unknown" as const },
    [],
  ],
  [
    "both",
    { verdict: limit(1), rated_share: 2, rated_verdict: "comparable" as const },
    [
      ["limit", 28],
      ["rated", 14],
    ],
  ],
])("lines that a course is held against: %s", (_name, best, lines) => {
  const references = referencesOf(series({}, best));
  expect(references.map(({ kind, value }) => [kind, value])).toEqual(lines);
});
