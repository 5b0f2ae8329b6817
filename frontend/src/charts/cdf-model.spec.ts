import { expect, test } from "vitest";
import { type CdfCurve, cdfModel, shareAt } from "@/charts/cdf-model";

const curve = (key: string, points: [number, number][]): CdfCurve => ({
  key,
  label: key,
  direction: "read",
  points: points.map(([ns, share]) => ({ ns, share })),
});

test("a share between two bins is the last one reached, never a value in between", () => {
  const read = curve("read", [
    [100, 0.2],
    [200, 0.9],
    [400, 1],
  ]);
  expect(shareAt(read, 99)).toBe(0);
  expect(shareAt(read, 100)).toBe(0.2);
  expect(shareAt(read, 199)).toBe(0.2);
  expect(shareAt(read, 1e9)).toBe(1);
});

test("all curves lie on one grid that reaches both ends of the axis", () => {
  const { rows, axis } = cdfModel([curve("a", [[150, 1]]), curve("b", [[3000, 1]])]);
  expect(axis?.domain).toEqual([100, 5000]);
  expect(rows).toEqual([
    { ns: 100, share: [0, 0] },
    { ns: 150, share: [100, 0] },
    { ns: 3000, share: [100, 100] },
    { ns: 5000, share: [100, 100] },
  ]);
});

test("many bins are thinned to what a chart can draw, both ends kept", () => {
  const points = Array.from({ length: 2000 }, (_, i): [number, number] => [1000 + i, (i + 1) / 2000]);
  const { rows } = cdfModel([curve("a", points)]);
  expect(rows).toHaveLength(400);
  expect(rows.at(-1)?.share).toEqual([100]);
});

test("the table has readable latencies and never rounds to all", () => {
  const { twin } = cdfModel([
    curve("a", [
      [1000, 0.5],
      [4000, 0.999996],
      [9000, 1],
    ]),
  ]);
  expect(twin.rows.map((row) => row.map((cell) => cell.replaceAll("\u00a0", " ")))).toEqual([
    ["≤ 1 µs", "50 %"],
    ["≤ 2 µs", "50 %"],
    ["≤ 5 µs", "99.999 %"],
    ["≤ 10 µs", "100 %"],
  ]);
});

test("a result without I/Os draws nothing", () => {
  expect(cdfModel([curve("a", [])]).axis).toBeNull();
});
