import { expect, test } from "vitest";
import { mainMetric } from "@/subjects/runs/list/main-metric";

test.each([
  ["iops", 4096, "read"],
  ["iops", 65_535, "randwrite"],
  ["bw_bytes_per_s", 65_536, "randread"],
  ["bw_bytes_per_s", null, "write"],
  ["iops", null, "randread"],
  ["iops", null, null],
])("people name %s of blocks of %s, %s", (metric, bs_bytes, rw) => {
  expect(mainMetric({ bs_bytes, rw })).toBe(metric);
});
