import { expect, test } from "vitest";
import { formatMetric, isReadFromDocuments, metricOf, OFFERED_METRICS } from "@/lib/metrics";

test.each([
  ["iops", "IOPS", "100k", 100_000],
  ["bw_bytes_per_s", "bytes/s", "1.00\u00a0GB/s", 1e9],
  ["clat_p99_9_ns", "ns", "71.4\u00a0µs", 71_400],
  ["lat_mean_ns", "ns", "2.00\u00a0ms", 2e6],
  ["cpu_pct", "%", "9.2\u00a0%", 9.2],
])("%s", (name, unit, text, value) => {
  const metric = metricOf(name);
  expect(metric?.unit).toBe(unit);
  expect(metric === null ? null : formatMetric(metric, value, "decimal")).toBe(text);
});

test("percentiles are named as they are read", () => {
  expect(metricOf("clat_p99_9_ns")?.title).toBe("p99.9 completion latency");
});

test.each(["speed", "clat_p99", "clat_median_ns", "clat__ns", ""])("%j is no metric", (name) => {
  expect(metricOf(name)).toBeNull();
});

test("every metric that menus offer is one", () => {
  expect(OFFERED_METRICS.filter(({ name }) => metricOf(name)?.name !== name)).toEqual([]);
  expect(OFFERED_METRICS.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["iops", "sync_lat_p99_ns"]),
  );
});

test.each([
  ["clat_p90_ns", true],
  ["lat_max_ns", true],
  ["clat_p99_9_ns", false],
  ["iops", false],
  ["rw", false],
])("a filter by %s reads every result: %s", (name, isRead) => {
  expect(isReadFromDocuments(name)).toBe(isRead);
});
