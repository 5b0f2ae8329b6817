import { expect, test } from "vitest";
import { formatCount } from "@/lib/units";
import { boundsInWords, kindInWords, originOf, percentileInWords, remark } from "@/pages/import/wording";

test("a kind newer than the page keeps the service's word", () => {
  expect(kindInWords("fio_json_plus")).toBe("fio JSON with latency bins (json+)");
  expect(kindInWords("disk_speed")).toBe("disk speed");
});

test("a setting says whether somebody typed it", () => {
  expect(originOf("bs", { bs: "8k" })).toEqual({ isTyped: true, words: "bs=8k" });
  expect(originOf("direct", { direct: "" })).toEqual({ isTyped: true, words: "direct" });
  expect(originOf("bs", { rw: "read" })).toMatchObject({ isTyped: false });
});

test("a rounded figure names its bounds, an exact one has none", () => {
  expect(boundsInWords([35_450, 35_550], formatCount)).toBe("printed rounded: at least 35,450, below 35,550");
  expect(boundsInWords(null, formatCount)).toBeNull();
});

test("a percentile claims no more digits than were printed", () => {
  expect(percentileInWords(9_000_000, 1_000_000).text).toBe("9\u00a0ms");
  expect(percentileInWords(9_000_000, 1_000_000).title).toBe("printed in whole ms");
  expect(percentileInWords(422_000_000, 1_000_000)).toEqual({ text: "422\u00a0ms", title: undefined });
  expect(percentileInWords(9_000_000, 1000).text).toBe("9.00\u00a0ms");
  expect(percentileInWords(90, 1).text).toBe("90\u00a0ns");
});

test("a failed job weighs more than a note about the text", () => {
  const severity = (error: string) => remark({ where: "", error, detail: "" }).severity;
  expect([severity("JobError"), severity("NoLatency"), severity("TextAroundDocument")]).toEqual([
    "bad",
    "warn",
    "info",
  ]);
  expect(remark({ where: "", error: "NoLatency", detail: "x" }).where).toBeUndefined();
});
