import { expect, test } from "vitest";
import { sideBarsModel } from "@/charts/side-bars-model";

const side = (...values: number[]) => ({
  median: values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0,
  values: values.map((value, i) => ({ runId: `${value}-${i}`, value })),
});
const rest = {
  sideNames: ["base", "new"],
  format: String,
  unitFor: () => ({ factor: 1000, name: "k" }),
  csvMetric: "iops",
  title: "IOPS",
};

test("one workload stands in its own unit, which is written once", () => {
  const rows = [{ key: "a", name: "randread", sides: [side(35_500), side(23_800)] }];
  const model = sideBarsModel({ ...rest, rows });
  expect(model?.isRelative).toBe(false);
  expect(model?.ticks.map(({ label }) => label.replace("\u00a0", " "))).toEqual([
    "0",
    "10",
    "20",
    "30",
    "40 k",
  ]);
  const [base, newer] = model?.rows[0]?.sides ?? [];
  expect((newer?.end ?? 0) / (base?.end ?? 1)).toBeCloseTo(23.8 / 35.5);
  expect(newer?.label).toBe("23800 (n = 1)");
});

test("several workloads are drawn against base, however far apart their figures are", () => {
  const rows = [
    { key: "a", name: "small", sides: [side(10), side(20)] },
    { key: "b", name: "large", sides: [side(1_000_000), side(2_000_000)] },
  ];
  const ends = sideBarsModel({ ...rest, rows })?.rows.map(({ sides }) => sides.map((one) => one?.end));
  expect(ends?.[0]).toEqual(ends?.[1]);
});

test("every run is a dot, and the whisker reaches from the lowest to the highest", () => {
  const rows = [{ key: "a", name: "randread", sides: [side(90, 100, 120), null] }];
  const [base, newer] = sideBarsModel({ ...rest, rows })?.rows[0]?.sides ?? [];
  expect(base?.dots).toHaveLength(3);
  expect(base?.whisker).toEqual([base?.dots[0]?.at, base?.dots[2]?.at]);
  expect(newer).toBeNull();
});

test("a workload without base is in the table and not among the bars of several", () => {
  const rows = [
    { key: "a", name: "known", sides: [side(10), side(20)] },
    { key: "b", name: "new alone", sides: [null, side(20)] },
  ];
  const model = sideBarsModel({ ...rest, rows });
  expect(model?.rows.map(({ name }) => name)).toEqual(["known"]);
  expect(model?.twin.rows.map(([name]) => name)).toEqual(["known", "new alone"]);
});
