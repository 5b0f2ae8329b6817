import { expect, test } from "vitest";
import { formatCount } from "@/lib/units";
import {
  bandwidthBoundsInWords,
  boundsInWords,
  formatKnownPercentile,
  isTyped,
  originsInWords,
  percentileInWords,
} from "@/subjects/runs/parts/certainty";

test("a rounded figure names its bounds, an exact one has none", () => {
  expect(boundsInWords([35_450, 35_550], formatCount)).toBe("rounded: at least 35,450, below 35,550");
  expect(boundsInWords(null, formatCount)).toBeNull();
  // 400,000 ± 0.5 KiB/s: three digits would be the same of both.
  expect(bandwidthBoundsInWords([409_599_488, 409_600_512])).toBe(
    "rounded: at least 409.599488\u00a0MB/s, below 409.600512\u00a0MB/s",
  );
});

test("a percentile claims no more digits than were printed", () => {
  expect(percentileInWords(9_000_000, 1_000_000).text).toBe("9\u00a0ms");
  expect(percentileInWords(9_000_000, 1_000_000).title).toBe("rounded to ms");
  expect(percentileInWords(422_000_000, 1_000_000)).toEqual({ text: "422\u00a0ms", title: undefined });
  expect(percentileInWords(9_000_000, 1000).text).toBe("9.00\u00a0ms");
  expect(percentileInWords(90, 1).text).toBe("90\u00a0ns");
});

test("a percentile of a latency is told with its resolution, or as a bound, or not at all", () => {
  const latency = {
    percentiles: { "50": 9_000_000, "99": 17_112_760_320 },
    saturated: ["99"],
    percentile_resolution_ns: 1_000_000,
  };
  expect(formatKnownPercentile(latency, 50)).toEqual({ text: "9\u00a0ms", title: "rounded to ms" });
  expect(formatKnownPercentile(latency, 99)?.text).toBe("≥\u00a017.1\u00a0s");
  expect(formatKnownPercentile(latency, 99.9)).toBeNull();
  expect(formatKnownPercentile(null, 50)).toBeNull();
});

test("settings are grouped by where they come from", () => {
  expect(originsInWords({ rw: "banner", bs_bytes: "banner", numjobs: "members", direct: "default" })).toBe(
    "rw, bs as fio announced · numjobs counted · direct fio's default",
  );
  expect(originsInWords({ iodepth: "some_new_way" })).toBe("iodepth some new way");
  expect(originsInWords({})).toBeNull();
  // As a version told it that did not keep where settings come from.
  expect(originsInWords(null)).toBeNull();
  expect(isTyped({ settings_source: null })).toBe(false);
});
