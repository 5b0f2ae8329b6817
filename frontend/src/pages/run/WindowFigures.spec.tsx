import { expect, test } from "vitest";
import type { WindowFigure } from "@/api/types";
import { byDirection } from "@/pages/run/WindowFigures";

function figure(
  name: WindowFigure["name"],
  direction: string | null,
  more: Partial<WindowFigure> = {},
): WindowFigure {
  return {
    ...{ name, direction, unit: "ns", value: 1, n: 3, covered_ms: 1000, source: "fio_log", of: "fio's log" },
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
  expect(byDirection(figures).map((row) => row.map(({ name }) => name))).toEqual(names);
});
