import { expect, test } from "vitest";
import type { MetricUnit } from "@/api/vocabulary.gen";
import { seriesFigure, seriesWords } from "@/subjects/runs/parts/series-words";

const FACTORS = [
  { key: "iodepth", title: "Queue depth", type: "number", unit: null },
  { key: "raid.width", title: "RAID width", type: "number", unit: null },
  { key: "slot", title: "Slot", type: "text", unit: null },
  { key: "rw", title: "I/O pattern", type: "text", unit: null },
] as const;

test.each([
  ["iodepth", "IOPS vs. queue depth", "Queue depth"],
  ["raid.width", "IOPS vs. RAID width", "RAID width"],
  ["rw", "IOPS vs. I/O pattern", "I/O pattern"],
  ["label.fan", "IOPS vs. fan", "fan"],
  ["direction", "IOPS vs. direction", "Direction"],
  ["started_at", "IOPS over time", "Started"],
  ["bw_bytes_per_s", "IOPS vs. bandwidth", "Bandwidth"],
  ["cpu_pct", "IOPS vs. CPU", "CPU"],
])("a chart over %s is called %s, its axis %s", (x, title, xTitle) => {
  expect(seriesWords({ x, metric: "iops" }, FACTORS, "decimal")).toMatchObject({ title, xTitle });
});

test("moments are told in the zone that was asked for", () => {
  const at = Date.parse("2026-11-25T09:05:00Z");
  const { formatX, xKind } = seriesWords({ x: "started_at", metric: "iops" }, FACTORS, "decimal");
  expect([xKind, formatX(at)]).toEqual(["UTC", "25 Nov 2026 09:05 UTC"]);
  const local = seriesWords({ x: "started_at", metric: "iops" }, FACTORS, "decimal", "local");
  expect(local.xKind).toBe("local");
  expect(local.formatX(at)).not.toContain("UTC");
});

test.each([
  ["slot", "Slot-2", "Slot 2"],
  ["slot", "M.2 1", "M.2 1"],
  ["rw", "randread", "randread"],
])("on the axis of %s, %s is %s", (x, value, words) => {
  expect(seriesWords({ x, metric: "iops" }, FACTORS, "decimal").formatX(value)).toBe(words);
});

test.each<[MetricUnit, number, string]>([
  ["IOPS", 151_000, "151k IOPS"],
  ["bytes/s", 6.51e9, "6.51\u00a0GB/s"],
  ["ns", 212_000, "212\u00a0µs"],
])("a figure in %s has its unit", (unit, value, words) => {
  expect(seriesFigure(unit, value, "decimal")).toBe(words);
});
