import { expect, test } from "vitest";
import type { LiveSample } from "@/api/types";
import { appendSamples, findMissing, toSeries } from "./live-series";

function sample(second: number, more: Partial<LiveSample> = {}): LiveSample {
  return {
    at: new Date(Date.UTC(2026, 10, 29, 8, 0, second)).toISOString(),
    step: 1,
    read_iops: 1000 + second,
    write_iops: null,
    read_bw: null,
    write_bw: null,
    read_lat_mean_ns: null,
    write_lat_mean_ns: null,
    temperature_c: null,
    cpu_percent: null,
    ...more,
  };
}

test("what arrives twice is shown once", () => {
  const shown = appendSamples([sample(1), sample(2)], [sample(2), sample(3)]);
  expect(shown.map(({ read_iops }) => read_iops)).toEqual([1001, 1002, 1003]);
});

test("an unknown value has no point, and a quantity without two points no line", () => {
  const { series, to_ms, zeroAtMs } = toSeries([
    sample(1),
    sample(2, { read_iops: null, temperature_c: 40 }),
    sample(4),
  ]);
  expect(series.map(({ key, points }) => [key, points.map(({ t_ms, mean }) => [t_ms, mean])])).toEqual([
    [
      "read_iops",
      [
        [0, 1001],
        [3000, 1004],
      ],
    ],
  ]);
  expect(to_ms).toBe(3000);
  expect(zeroAtMs).toBe(Date.UTC(2026, 10, 29, 8, 0, 1));
});

test("a lane that is not there says why, once it is certain", () => {
  const known = { read_lat_mean_ns: 300_000, temperature_c: 41, cpu_percent: 20 };
  const seconds = [1, 2, 3, 4, 5];
  const find = (more: Partial<LiveSample>) =>
    findMissing(seconds.map((second) => sample(second, { ...known, ...more })));
  expect(find({})).toEqual([]);
  // Of reads alone there is no latency of writes.
  expect(find({ read_lat_mean_ns: null })).toEqual([expect.stringMatching(/^No latency: /)]);
  expect(find({ temperature_c: null, cpu_percent: null })).toEqual([
    expect.stringMatching(/^No temperature: /),
    expect.stringMatching(/^No CPU use: /),
  ]);
  // One value is enough, and a few seconds are not.
  expect(findMissing([sample(0, known), ...seconds.map((second) => sample(second))])).toEqual([]);
  expect(findMissing(seconds.slice(1).map((second) => sample(second)))).toEqual([]);
});
