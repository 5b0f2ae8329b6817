import { expect, test } from "vitest";
import { type EffectBar, effectModel } from "@/charts/effect-model";

const bar = (more: Partial<EffectBar>): EffectBar => ({
  ratio: 1,
  ci95: null,
  decimals: 3,
  verdict: "better",
  ...more,
});
const one = (effect: EffectBar, isLowerBetter = false) =>
  effectModel([{ key: "a", name: "randread", bars: [effect] }], ["new"], isLowerBetter, "Change");

test("right is better: more IOPS and less latency both reach to the right of no change", () => {
  const faster = one(bar({ ratio: 1.5 }));
  expect(faster?.rows[0]?.bars[0]?.from).toBe(faster?.zero);
  expect(faster?.rows[0]?.bars[0]?.to).toBeGreaterThan(faster?.zero ?? 1);
  const quicker = one(bar({ ratio: 0.5 }), true);
  expect(quicker?.rows[0]?.bars[0]?.from).toBe(quicker?.zero);
  expect(quicker?.rows[0]?.bars[0]?.label.replaceAll("\u00a0", " ")).toBe("−50.0 %");
});

test("less IOPS and more latency reach to the left", () => {
  for (const worse of [one(bar({ ratio: 0.7, verdict: "worse" })), one(bar({ ratio: 1.7 }), true)]) {
    expect(worse?.rows[0]?.bars[0]?.to).toBe(worse?.zero);
    expect(worse?.rows[0]?.bars[0]?.from).toBeLessThan(worse?.zero ?? 0);
  }
});

test("the whisker holds the interval, and its ends lie on the axis", () => {
  const model = one(bar({ ratio: 1.02, ci95: [0.97, 1.08], verdict: "no_difference_shown" }));
  const [left = 0, right = 0] = model?.rows[0]?.bars[0]?.whisker ?? [];
  expect(left).toBeLessThan(model?.zero ?? 0);
  expect(right).toBeGreaterThan(model?.rows[0]?.bars[0]?.to ?? 1);
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(1);
});

test("no claim is grey, a claim is green or red", () => {
  const colour = (verdict: EffectBar["verdict"]) =>
    one(bar({ ratio: 1.2, verdict }))?.rows[0]?.bars[0]?.colour;
  expect(colour("better")).toBe("var(--ok)");
  expect(colour("worse")).toBe("var(--bad)");
  expect(colour("no_difference_shown")).toBe(colour("not_enough_runs"));
  expect(colour("not_enough_runs")).not.toMatch(/ok|bad/);
});

test("ticks are round and hold no change", () => {
  const labels = one(bar({ ratio: 2.958, ci95: [2.88, 3.04] }))?.ticks.map(({ label }) =>
    label.replace("\u00a0", " "),
  );
  expect(labels).toContain("0 %");
  expect(labels?.length).toBeLessThanOrEqual(8);
  expect(labels?.every((label) => /^[+−]?\d+ %$/.test(label))).toBe(true);
});

test("a row without a ratio is listed, not drawn; without any there is no chart", () => {
  expect(one(bar({ ratio: null }))).toBeNull();
  const rows = [
    { key: "a", name: "known", bars: [bar({ ratio: 1.1 })] },
    { key: "b", name: "unknown", bars: [bar({ ratio: null })] },
  ];
  const model = effectModel(rows, ["new"], false, "Change");
  expect(model?.rows[1]?.bars).toEqual([null]);
  expect(model?.twin.rows[1]).toEqual(["unknown", "–", "–"]);
});
