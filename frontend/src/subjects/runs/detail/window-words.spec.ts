import { expect, test } from "vitest";
import type { WindowFigure } from "@/api/types";
import { figuresOf, restsOn, rowsOf } from "@/subjects/runs/detail/window-words";

function figure(
  name: WindowFigure["name"],
  direction: string | null,
  more: Partial<WindowFigure> = {},
): WindowFigure {
  return {
    ...{
      name,
      job: null,
      group: null,
      direction,
      unit: "ns",
      value: 1,
      n: 3,
      covered_ms: 1000,
      source: "fio_log",
      of: "fio's log",
    },
    ...{ reason: null },
    ...more,
  };
}
const without = (reason: string) => ({ value: null, reason });

test.each([
  [[], []],
  [[figure("cpu_busy", null)], [["cpu_busy"]]],
  [
    [figure("iops", "read"), figure("iops", "write"), figure("temperature", null)],
    [["iops", "temperature"], ["iops"]],
  ],
  // All three lack the same: one cell says so.
  [
    [
      figure("latency", "read"),
      figure("p50", "read", without("means")),
      figure("p99", "read", without("means")),
      figure("p99_9", "read", without("means")),
    ],
    [["latency", "p50"]],
  ],
  // The third alone has too few I/Os: that is another reason.
  [
    [figure("p50", "read"), figure("p99", "read"), figure("p99_9", "read", without("few"))],
    [["p50", "p99", "p99_9"]],
  ],
])("rows of figures %#", (figures, names) => {
  expect(rowsOf(figures).map((row) => row.map(({ name }) => name))).toEqual(names);
});

test("jobs have rows of their own", () => {
  const rows = rowsOf([
    figure("iops", "read", { job: "a", group: 0 }),
    figure("latency", "read", { job: "a", group: 0 }),
    figure("iops", "read", { job: "b", group: 1 }),
  ]);
  expect(rows.map((row) => row.map(({ job, name }) => `${job} ${name}`))).toEqual([
    ["a iops", "a latency"],
    ["b iops"],
  ]);
});

const result = { job_name: "a", group: 0, direction: "read" };
const together = figure("iops", "read", { value: 30 });
const ofA = figure("iops", "read", { job: "a", group: 0, value: 10 });

test.each([
  [[together], true, [30], /over time/],
  // Of two jobs the sum is neither's figure.
  [[together], false, [], /not separated by job/],
  [[together, ofA], false, [10], /over time/],
  [[figure("iops", "write")], true, [], /No data over time/],
  [[figure("iops", "read", { job: "a", group: 1 })], false, [], /No data over time/],
])("the figures of one result %#", (figures, isOneJob, values, reason) => {
  const own = figuresOf(figures, result, { isOneJob, isAllPlaced: true });
  expect(own.figures.map(({ value }) => value)).toEqual(values);
  expect(own.reason).toMatch(reason);
});

test("a log without a place is no log that nobody wrote", () => {
  expect(figuresOf([], result, { isOneJob: false, isAllPlaced: false }).reason).toMatch(/is unknown/);
});

test.each([
  [1000, 1000, "3 samples"],
  [400, 1000, "3 samples, 400\u00a0ms"],
  [0, 1000, "3 samples"],
])("%i of %i ms", (covered_ms, length, words) => {
  expect(restsOn(figure("iops", "read", { covered_ms }), length)).toBe(words);
});
