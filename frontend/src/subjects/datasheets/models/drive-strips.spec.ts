import { expect, test } from "vitest";
import type { ModelFigure, ModelWorkload } from "@/api/types";
import { stripsOf } from "@/subjects/datasheets/models/drive-strips";
import { ratedFigure } from "@/test/rated-figure";

const figure = (name: string, iops: number): ModelFigure => ({
  ...{ drive_id: name, host: { id: "h", name: "node-a" }, name, slot: "bay 1", firmware: "2.1", link: null },
  ...{ iops, bw_bytes_per_s: iops * 4096, n: 3, run_id: "r" },
});

function workload(verdict: "comparable" | "not_comparable"): ModelWorkload {
  const rated = ratedFigure({ metric: "iops", verdict, rated: 200_000, drive_count: 1 });
  return {
    ...{ workload_id: "w", workload: "randread bs=4k", direction: "read", target_kind: "disk" },
    ...{ size_bytes: null, drives: 2, runs: 6, iops_best: 190_000, iops_typical: 150_000 },
    ...{ bw_typical_bytes_per_s: 150_000 * 4096, bw_best_bytes_per_s: null, latency_p50_typical_ns: null },
    ...{ noise: null, odd: [], why_not: null, typical_runs: [], why_not_rated: null },
    rated: [{ figure: rated, run_id: "r", runs: 2, limit: null, share_lowest: 0.5, share_highest: 0.95 }],
    figures: [figure("nvme0n1", 100_000), figure("nvme1n1", 190_000)],
  };
}

test("the drives of a host and firmware are one row, beside what a drive is rated", () => {
  const { rows, rated } = stripsOf(workload("comparable"));
  expect(rows.map(({ name, marks }) => [name, marks.map((mark) => mark.name)])).toEqual([
    ["node-a, firmware 2.1", ["nvme0n1 in bay 1", "nvme1n1 in bay 1"]],
  ]);
  expect([rated?.value, rated?.worst, rated?.best]).toEqual([200_000, 0.5, 0.95]);
});

test("of a rating of another test neither a line nor a share is told", () => {
  expect(stripsOf(workload("not_comparable")).rated).toBeNull();
});
