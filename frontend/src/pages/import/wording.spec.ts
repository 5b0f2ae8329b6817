import { expect, test } from "vitest";
import { kindInWords, originOf, remark } from "@/pages/import/wording";

test("a kind newer than the page keeps the service's word", () => {
  expect(kindInWords("fio_json_plus")).toBe("fio JSON with latency bins (json+)");
  expect(kindInWords("disk_speed")).toBe("disk speed");
});

test("a setting says whether somebody typed it", () => {
  expect(originOf("bs", { bs: "8k" })).toEqual({ isTyped: true, words: "bs=8k" });
  expect(originOf("direct", { direct: "" })).toEqual({ isTyped: true, words: "direct" });
  expect(originOf("bs", { rw: "read" })).toMatchObject({ isTyped: false });
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
