import { describe, expect, it } from "vitest";
import { bootstrapSentence, bootstrapWorth } from "@/subjects/compare/parts/bootstrap-words";
import { bootstrap, comparedMetric } from "@/test/compare-data";

describe("the bootstrap interval in words", () => {
  it("has its own figures", () => {
    expect(bootstrapSentence(bootstrap())).toBe(
      "Bootstrap interval +29.1\u00a0% to +30.5\u00a0% around ▲ +29.8\u00a0%.",
    );
    expect(bootstrapSentence(bootstrap({ ci95: null, reason: "Fewer than 3 runs on a side." }))).toBe(
      "No bootstrap interval. Fewer than 3 runs on a side.",
    );
  });

  it("says how often it holds and what the verdict rests on instead", () => {
    expect(bootstrapWorth(bootstrap(), comparedMetric())).toBe(
      "BCa, 2,000 resamples of the runs; ratio of geometric means. With n = 3, it was measured to cover the true value about " +
        "79 times in 100, not 95: that is why the verdict rests on Student's t.",
    );
    expect(bootstrapWorth(bootstrap(), comparedMetric({ ratio_method: "max_rank" }))).toMatch(
      /rests on the interval from ranks\.$/,
    );
    expect(bootstrapWorth(bootstrap({ ci95: null, holds_percent: null }), comparedMetric())).toBeNull();
  });

  it("names the runs whose time was resampled, too", () => {
    const within = bootstrap({ levels: ["run", "block"], runs_with_blocks: 1, holds_percent: null });
    expect(bootstrapWorth(within, comparedMetric())).toBe(
      "BCa, 2,000 resamples of the runs, and of ten blocks of time within 1 run with a log; ratio of geometric means. " +
        "Its coverage depends on the noise within the runs, which is already part of their figures: " +
        "that is why the verdict rests on Student's t.",
    );
  });
});
