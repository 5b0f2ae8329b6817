import { expect, test } from "vitest";
import { batchChart } from "@/subjects/runs/batch-chart";

const swept = (...keys: string[]) => keys.map((key) => ({ key, count: 2, values: [1, 2] }));

test.each([
  [["bs", "iodepth"], { x: "bs", by: "iodepth", isLogX: true }],
  [["bs", "iodepth", "rw"], { x: "bs", by: "rw", isLogX: true }],
  [["iodepth", "rw"], { x: "iodepth", by: "rw", metric: "iops", isLogX: true }],
  [["rw", "ioengine"], { x: "rw", by: "ioengine", metric: "iops" }],
  [[], { x: "started_at", metric: "iops" }],
])("a batch that swept %j is charted so", (keys, chart) => {
  expect(batchChart("b1", swept(...keys))).toEqual({ filter: { batch: ["b1"] }, ...chart });
});
