import { expect, test } from "vitest";
import { formatLabels, parseLabels } from "@/subjects/runs/labels";

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
