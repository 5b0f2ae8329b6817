import { expect, test } from "vitest";
import { measured } from "@/pages/runs/row-height";
import type { RunRow } from "@/pages/runs/rows";
import { result, runSummary } from "@/test/api-data";

const row = (lines: RunRow["lines"]): RunRow => ({
  id: "r1",
  run: runSummary(),
  lines,
  hidden: 0,
  fold: null,
  isStep: false,
});

test("a card of a mixed run has room for both figures and their yardsticks", () => {
  const heightOf = measured(0, true);
  const one = heightOf(row([result()]));
  const two = heightOf(row([result(), result({ direction: "write" })]));
  const chips = one.chips.length === 0 ? 0 : 1;
  expect(two.height - one.height).toBe((2 - chips) * 20);
});

test("a long name has a second line, and its chips a line below it", () => {
  const named = (title: string) => ({ ...row([result()]), run: runSummary({ title }) });
  const heightOf = measured(200, false);
  const [short, long] = [
    heightOf(named("nightly")),
    heightOf(named("nightly on the second drive of the shelf")),
  ];
  expect([short.lines, long.lines]).toEqual([1, 2]);
  expect(long.height).toBeGreaterThan(short.height);
  // Without a measured column, and on cards, names stay on one line.
  expect(measured(0, false)(named("nightly on the second drive of the shelf")).lines).toBe(1);
});
