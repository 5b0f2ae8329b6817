import { describe, expect, test } from "vitest";
import { type EveryRunInput, everyRunModel, type RunLane } from "@/charts/every-run-model";

const GB = 1e9;
const lane = (name: string, values: readonly number[], more: Partial<RunLane> = {}): RunLane => ({
  name,
  values: values.map((value, i) => ({ runId: `${name} ${i}`, value: value * GB })),
  yardsticks: [],
  ...more,
});
const model = (...lanes: RunLane[]) => {
  const input: EveryRunInput = {
    lanes,
    format: (value) => `${Number((value / GB).toPrecision(3))} GB/s`,
    unitFor: () => ({ factor: GB, name: "GB/s" }),
    csvMetric: "bw_bytes_per_s",
    title: "Bandwidth, every run",
  };
  return everyRunModel(input);
};

describe("every run on one axis", () => {
  test("a mark per run, a span from the second run on, and what both sides reach in words", () => {
    const drawn = model(lane("NPS 1", [7, 9]), lane("NPS 4", [28.4]));
    expect(drawn?.lanes.map(({ words }) => words)).toEqual(["7 GB/s to 9 GB/s, n = 2", "28.4 GB/s, n = 1"]);
    expect(drawn?.lanes.map(({ dots }) => dots.length)).toEqual([2, 1]);
    expect(drawn?.lanes[1]?.span).toBeNull();
    const [low = 0, high = 0] = drawn?.lanes[0]?.span ?? [];
    expect(high / low).toBeCloseTo(9 / 7, 6);
  });

  test("one ceiling of all sides is said once; the axis reaches it", () => {
    const yardsticks = [{ kind: "ceiling", value: 28.8 * GB }] as const;
    const drawn = model(lane("NPS 1", [7], { yardsticks }), lane("NPS 4", [28.4], { yardsticks }));
    expect(drawn?.yardsticks).toEqual(["dotted: link limit 28.8 GB/s"]);
    const [run, line] = [drawn?.lanes[1]?.dots[0]?.at ?? 0, drawn?.lanes[1]?.lines[0]?.at ?? 0];
    expect(line / run).toBeCloseTo(28.8 / 28.4, 6);
  });

  test("different yardsticks are named by their side, and unknown ones stay unknown in the table", () => {
    const drawn = model(
      lane("old", [1], { yardsticks: [{ kind: "rated", value: 2 * GB }] }),
      lane("new", [2], { yardsticks: [{ kind: "rated", value: 3 * GB }] }),
    );
    expect(drawn?.yardsticks).toEqual(["dashed: drive rating 2 GB/s (old), 3 GB/s (new)"]);
    expect(drawn?.twin.rows[0]).toEqual(["old", "1 GB/s", "unknown", "2 GB/s", "1"]);
  });

  test("a yardstick far beyond all runs is said and does not squeeze them", () => {
    const drawn = model(lane("a", [0.05], { yardsticks: [{ kind: "ceiling", value: 28.8 * GB }] }));
    expect(drawn?.yardsticks).toEqual(["dotted: link limit 28.8 GB/s, beyond the axis"]);
    expect(drawn?.lanes[0]?.lines).toEqual([]);
    expect(drawn?.lanes[0]?.dots[0]?.at).toBeGreaterThan(0.4);
  });

  test("nothing measured is no chart", () => {
    expect(model(lane("a", []), lane("b", []))).toBeNull();
  });
});
