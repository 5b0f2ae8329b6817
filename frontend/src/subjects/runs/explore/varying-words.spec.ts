import { expect, test } from "vitest";
import type { SeriesAnswer } from "@/api/types";
import { explainedInWords, varyingInWords } from "@/subjects/runs/explore/varying-words";

function varied(key: string, values: number, explains: number | null = null): SeriesAnswer["varies"][number] {
  return {
    ...{ key, title: key, values_left_out: 0, explains_pct: explains, n: 9, is_askable: true },
    values: Array.from({ length: values }, (_, value) => ({ value, n: 1 })),
  };
}

const CHART: SeriesAnswer = {
  ...{ x: "bs", by: null, metric: "iops", unit: "IOPS", lower_is_better: false, series: [], mixed: [] },
  ...{ results: 9, without_value: 0, without_x: 0, is_asking: false },
  split: [{ key: "host", title: "Host" }],
  varies: [varied("host", 2), varied("option.thinktime", 3)],
};

test("what split the chart is said, with how many there are", () => {
  expect(varyingInWords({ ...CHART, varies: [] }, [])).toBeNull();
  expect(varyingInWords(CHART, [])).toBe("Lines split by Host (2) and thinktime (3).");
});

test("what would be too many lines is asked, and that hosts stay apart", () => {
  const many = ["a", "b", "c"].map((key) => varied(key, 5));
  expect(varyingInWords({ ...CHART, is_asking: true, varies: [varied("host", 2), ...many] }, [])).toBe(
    "Too many configurations for lines: they differ in Host (2), A (5), B (5) and 1 more. " +
      "Hosts are drawn separately. No mean is shown.",
  );
});

test("what it explains stands on n, and nothing is made of values measured once", () => {
  expect(explainedInWords(varied("bs", 2, 96.3))).toBe("explains 96\u00a0% of the spread, 9 results");
  expect(explainedInWords(varied("bs", 2, 0.2))).toContain("less than 1\u00a0%");
  expect(explainedInWords(varied("bs", 2))).toContain("share unknown");
});
