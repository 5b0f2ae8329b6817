import { expect, test } from "vitest";
import {
  isSupported,
  neededSamples,
  nines,
  percentileFromNines,
  percentilePoints,
  percentileText,
} from "@/lib/percentiles";

test("points are sorted by percentile, not by text", () => {
  const points = percentilePoints({
    percentiles: { "99.9": 400, "5": 10, "50": 20, "99": 300, "100": 900 },
    saturated: [],
  });
  expect(points.map((p) => p.percentile)).toEqual([5, 50, 99, 99.9, 100]);
  expect(percentilePoints(null)).toEqual([]);
});

test("p99.99 is not drawn from 5,000 I/Os", () => {
  expect(isSupported(99.99, 5_000)).toBe(false);
  expect(isSupported(99.99, 100_000)).toBe(true);
  expect(isSupported(99.99, 99_999)).toBe(false);
  expect(isSupported(99, 1_000)).toBe(true);
  expect(isSupported(50, 19)).toBe(false);
  expect(isSupported(99.99, null)).toBe(true);
  expect(neededSamples(99.99)).toBe(100_000);
});

test("nines count the nines", () => {
  expect(nines(99)).toBeCloseTo(2);
  expect(nines(99.99)).toBeCloseTo(4);
  expect(percentileFromNines(nines(99.95))).toBe(99.95);
});

test("a percentile fio was not asked for is null, not a neighbour", () => {
  const latency = { percentiles: { "99": 300, "99.9": 400 }, saturated: [] };
  expect(percentileText(latency, 99)).toBe("300\u00a0ns");
  expect(percentileText(latency, 99.5)).toBeNull();
  expect(percentileText({ percentiles: null, saturated: [] }, 99)).toBeNull();
  expect(percentileText(null, 99)).toBeNull();
});

test("a percentile in fio's last bucket is only a lower bound and says so", () => {
  const latency = { percentiles: { "99": 300, "99.9": 17_112_760_320 }, saturated: ["99.9"] };
  expect(percentileText(latency, 99.9)).toBe("≥\u00a017.1\u00a0s");
});
