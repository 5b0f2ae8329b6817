import { expect, test } from "vitest";
import { formatLabels, labelInWords, parseLabels } from "@/subjects/runs/labels";

test("labels survive editing", () => {
  const labels = { fan: "off", "bios.nps": "4", formula: "a=b" };
  expect(parseLabels(formatLabels(labels))).toEqual({ labels, problem: null });
  expect(parseLabels(" \n")).toEqual({ labels: {}, problem: null });
});

test.each(["fan", "=off", "Fan=off", "a b=c"])("the line %j is refused by name", (line) => {
  expect(parseLabels(line).problem).toContain(`"${line}"`);
});

test("a key given twice is refused: one of the two would be lost", () => {
  expect(parseLabels("fan=on\nfan=off").problem).toBe("fan is given twice");
});

test("a stated rating is shown as a figure, other labels as they were typed", () => {
  const words = (key: string, value: string) => labelInWords(key, value).replaceAll("\u00a0", " ");
  expect(words("rated_bw_bytes_per_s", "3500000000")).toBe("rated 3.50 GB/s");
  expect(words("rated_iops", "450000")).toBe("rated 450k IOPS");
  expect(words("rated_iops", "many")).toBe("rated_iops=many");
  expect(words("fan", "1")).toBe("fan=1");
});
