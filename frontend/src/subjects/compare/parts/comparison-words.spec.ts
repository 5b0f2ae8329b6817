import { describe, expect, test } from "vitest";
import { changeText, missingReason, needText, remarks } from "@/subjects/compare/parts/comparison-words";
import { comparedMetric, comparedWorkload, sideFigures } from "@/test/compare-data";

const plain = (text: string | null) => text?.replaceAll("\u00a0", " ");

test("a change has sign and arrow; none has neither", () => {
  expect([2.958, 0.671, 1].map((ratio) => plain(changeText(ratio, 3)))).toEqual([
    "▲ +195.8 %",
    "▼ −32.9 %",
    "0.0 %",
  ]);
});

describe("what would tell", () => {
  const one = { base: sideFigures([35_545]), new: sideFigures([23_840]), ratio_ci95: null } as const;

  test("one run against one makes no claim", () => {
    const ratio_reason = "Fewer than 3 runs on a side.";
    const cell = comparedMetric({
      ...one,
      verdict: "not_enough_runs",
      smallest_shown_ratio: null,
      ratio_reason,
    });
    expect(needText(cell)).toBe("One run per side: too few for an interval. At least 3 are needed.");
    expect(missingReason(cell)).toBe(ratio_reason);
  });

  test("two runs on a side name the least that can tell, and what would show the difference seen", () => {
    const cell = comparedMetric({ base: sideFigures([1, 2]), verdict: "not_enough_runs", runs_to_show: 9 });
    expect(needText(cell)).toBe(
      "n = 2 and 3: at least 3 per side are needed; about 9 would show a difference of this size.",
    );
  });

  test("few runs say how far apart they are, and with what p-value", () => {
    const few = { base: sideFigures([1, 2]), verdict: "not_enough_runs" } as const;
    const apart = { above: 8, below: 0, pairs: 8, as_far: 1, deals: 15 };
    expect(needText(comparedMetric({ ...few, few_runs: apart }))).toBe(
      "Every new run is above every base run (p = 0.067). n = 2 and 3: at least 3 per side are needed.",
    );
    const mixed = { above: 1, below: 7, pairs: 8, as_far: 2, deals: 15 };
    expect(needText(comparedMetric({ ...few, few_runs: mixed }))).toMatch(
      /^New is below base in 7 of 8 pairs of runs \(p = 0\.13\)\. /,
    );
  });

  test("enough runs without noise are called what they are, not too few", () => {
    const ratio_reason = "Repeats are equal to the last digit.";
    const cell = comparedMetric({
      verdict: "not_enough_runs",
      ratio_ci95: null,
      smallest_shown_ratio: 0,
      ratio_reason,
    });
    expect(needText(cell)).toBe(ratio_reason);
  });

  test("an interval that leaves out no change without a claim is explained, whichever side it is on", () => {
    for (const ratio_ci95 of [
      [1.01, 1.05],
      [0.9, 0.99],
    ])
      expect(needText(comparedMetric({ verdict: "no_difference_shown", ratio_ci95 }))).toMatch(
        /^Significant alone, but not after Holm's correction/,
      );
    const around = comparedMetric({ verdict: "no_difference_shown", ratio_ci95: [0.99, 1.05] });
    expect(needText(around)).not.toContain("Holm");
    expect(needText(comparedMetric({ verdict: "better", ratio_ci95: [1.01, 1.05] }))).not.toContain("Holm");
  });

  test("no difference shown names the runs that would show one, and what these would have shown", () => {
    const cell = comparedMetric({
      verdict: "no_difference_shown",
      ratio_ci95: [0.99, 1.05],
      runs_to_show: 12,
      smallest_shown_ratio: 0.05,
    });
    expect(plain(needText(cell))).toBe(
      "About 12 runs per side would show a difference of this size. These repeats can show a difference of about 5 % or more.",
    );
  });

  test("a difference beyond reach is said to be so", () => {
    const cell = comparedMetric({ verdict: "no_difference_shown", runs_to_show: null });
    expect(needText(cell)).toContain("Even 1,000 runs");
  });
});

test("odd runs and two groups of runs are named with their side", () => {
  const cell = comparedMetric({ new: sideFigures([1, 2, 9], { odd_run_ids: ["run-9-2"], modes: [1, 9] }) });
  const sentences = remarks([comparedWorkload("randread bs=4k", { iops: cell })], "iops", String);
  expect(sentences).toEqual([
    {
      text: "1 run of randread bs=4k (read) on new lies far from the others; kept in the figures.",
      runIds: ["run-9-2"],
    },
    { text: "The runs of randread bs=4k (read) on new fall into two groups, near 1 and 9.", runIds: [] },
  ]);
});
