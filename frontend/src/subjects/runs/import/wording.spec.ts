import { expect, test } from "vitest";
import { kindInWords, originOf, remark } from "@/subjects/runs/import/wording";

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
  const severity = (error: string, remark_class: "missing" | "note" | "wrong_figure") =>
    remark({ where: "", error, detail: "", remark_class }).severity;
  expect([
    severity("JobError", "wrong_figure"),
    severity("LostResult", "missing"),
    severity("TextAroundDocument", "note"),
  ]).toEqual(["bad", "warn", "info"]);
  const named = remark({ where: "", error: "NoLatency", detail: "x", remark_class: "note" });
  expect(named.where).toBeUndefined();
});
