import { expect, test } from "vitest";
import type { BatchFold } from "@/api/types";
import { measured } from "@/subjects/runs/list/row-height";
import type { RunRow } from "@/subjects/runs/list/rows";
import { batchFold, result, runSummary } from "@/test/api-data";

const row = (lines: RunRow["lines"]): RunRow => ({
  id: "r1",
  run: runSummary(),
  lines,
  hidden: 0,
  fold: null,
  isStep: false,
});

test("a card of a mixed run has room for both figures, and one at a limit for its share", () => {
  const heightOf = measured({ run: 0, workload: 0 }, true);
  const [one, two] = [heightOf(row([result()])), heightOf(row([result(), result({ direction: "write" })]))];
  expect([one, two].map(({ chips }) => chips.length)).toEqual([0, 0]);
  expect(two.height - one.height).toBe(20);
  const rated = heightOf(row([result({ rated_share: 0.9, rated_verdict: "comparable" })]));
  expect(rated.height - one.height).toBe(20);
  const batch = (shares: [number, number] | null) => {
    const { spans } = batchFold();
    const fold = batchFold({ spans: [...spans, ...spans], limit_shares: shares });
    return heightOf({ ...row([result()]), fold }).height;
  };
  expect(batch([0.9, 0.97]) - batch(null)).toBe(20);
});

test("a workload stands on one line where its column has the room", () => {
  const swept = [
    { key: "iodepth", count: 2, values: [8, 32] },
    { key: "numjobs", count: 2, values: [1, 4] },
  ] satisfies BatchFold["swept"];
  const batch = {
    ...row([]),
    fold: batchFold({ swept, spans: [] }),
    run: runSummary({ results: [result()] }),
  };
  const heights = [120, 600].map((workload) => measured({ run: 2000, workload }, false)(batch).height);
  expect(heights[0]).toBeGreaterThan(heights[1] ?? Number.NaN);
});

test("a long name has a second line, and its chips a line below it", () => {
  const named = (title: string) => ({ ...row([result()]), run: runSummary({ title }) });
  const heightOf = measured({ run: 200, workload: 0 }, false);
  const [short, long] = [
    heightOf(named("nightly")),
    heightOf(named("nightly on the second drive of the shelf")),
  ];
  expect([short.lines, long.lines]).toEqual([1, 2]);
  expect(long.height).toBeGreaterThan(short.height);
  // Without a measured column, and on cards, names stay on one line.
  expect(
    measured({ run: 0, workload: 0 }, false)(named("nightly on the second drive of the shelf")).lines,
  ).toBe(1);
});
