import { expect, test } from "vitest";
import { type FactorLine, factorModel } from "@/charts/factor-model";
import { HEIGHT, layOutSmallChart } from "@/charts/small-chart-model";

function line(key: string, points: readonly (readonly [number | string, number])[]): FactorLine {
  return {
    key,
    label: key,
    isAlike: true,
    points: points.map(([x, mean]) => ({
      ...{ x, n: 1, runs: 1, mean, meanReason: null, ci95: null, ci95Reason: null, min: mean, max: mean },
      ...{ values: [{ runId: `${key} ${x}`, value: mean }], ideal: null, efficiency: null },
      ...{ rated: null, ratedRatio: null, ceiling: null },
    })),
  };
}

function draw(lines: FactorLine[], isLogX = false) {
  const model = factorModel({
    ...{ lines, marks: "mean", xKind: "factor", xFactor: 1, yFactor: 1, isLogX, isLogY: false },
    ...{ xTitle: "", csvMetric: "iops", formatX: String, formatValue: String },
  });
  return layOutSmallChart(model, isLogX, 300);
}

test("numbers are joined points: the larger is higher, equal factors are equal steps on a logarithmic axis", () => {
  const [drawn] =
    draw(
      [
        line("a", [
          [1, 10],
          [8, 40],
          [64, 40],
        ]),
      ],
      true,
    )?.lines ?? [];
  const [first, second, third] = drawn?.points ?? [];
  expect(drawn?.path).not.toBeNull();
  expect(first?.y).toBeGreaterThan(second?.y ?? 0);
  expect((third?.x ?? 0) - (second?.x ?? 0)).toBeCloseTo((second?.x ?? 0) - (first?.x ?? 0), 0);
});

test("the outer ticks are named where they lie, not at the ends of the picture", () => {
  const points = [3, 20, 97].map((x) => [x, 10] as const);
  const drawn = draw([line("a", points)]);
  const [first, last] = drawn?.ends ?? [];
  const [low, , high] = drawn?.lines[0]?.points ?? [];
  const spread = (Number(last?.label) - Number(first?.label)) / (97 - 3);
  expect(((last?.at ?? 0) - (first?.at ?? 0)) * 300).toBeCloseTo(
    spread * ((high?.x ?? 0) - (low?.x ?? 0)),
    0,
  );
  expect((first?.at ?? 0) * 300 - (low?.x ?? 0)).toBeCloseTo(
    ((Number(first?.label) - 3) / (97 - 3)) * ((high?.x ?? 0) - (low?.x ?? 0)),
    0,
  );
});

test("categories are bars from zero, those of several lines side by side", () => {
  const drawn = draw([
    line("a", [
      ["2", 20],
      ["3", 10],
    ]),
    line("b", [["2", 20]]),
  ]);
  expect(drawn?.lines).toEqual([]);
  const [two, other, three] = drawn?.bars ?? [];
  expect(two?.height).toBeCloseTo((three?.height ?? 0) * 2, 0);
  expect(other?.x).toBeGreaterThanOrEqual((two?.x ?? 0) + (two?.width ?? 0));
  for (const bar of drawn?.bars ?? []) expect(bar.y + bar.height).toBeCloseTo(HEIGHT - 5, 0);
});

test("a line without any figure draws nothing", () => {
  expect(draw([line("a", [])])).toBeNull();
});
