import { expect, test } from "vitest";
import { listLatencyLines } from "@/subjects/runs/parts/latency-lines";

test("a result has a line of its I/Os and one of its syncs, each with its own count", () => {
  const clat_ns = { n: 900, percentiles: { "99": 80_000 }, saturated: [] };
  const sync_lat_ns = { n: 300, percentiles: { "99": 2_000_000 }, saturated: [] };
  const read = { direction: "read" as const, total_ios: 7, clat_ns: null, sync_lat_ns: null };
  const write = { direction: "write" as const, total_ios: 900, clat_ns, sync_lat_ns };
  const lines = listLatencyLines([
    { key: "1", label: "read", result: read },
    { key: "2", label: "write", result: write },
  ]);
  expect(lines.map(({ key, label, n, points }) => [key, label, n, points.map((one) => one.ns)])).toEqual([
    ["1", "read", 7, []],
    ["2", "write", 900, [80_000]],
    ["2 sync", "write, syncs", 300, [2_000_000]],
  ]);
});
