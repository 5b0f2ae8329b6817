import { expect, test } from "vitest";
import { panelValues } from "@/subjects/runs/explore/panel-values";

const of = (value: string | number | boolean, runs = 1, isChosen = false) => ({
  value,
  runs,
  is_chosen: isChosen,
});
const values = (...given: ReturnType<typeof of>[]) => panelValues(given).map(({ value }) => value);

test("numbers rise, texts stand as people count, however many runs have them", () => {
  expect(values(of(16, 9), of(2, 1), of(128, 30))).toEqual([2, 16, 128]);
  expect(values(of("node10"), of("node9"), of("Node1"))).toEqual(["Node1", "node9", "node10"]);
});

test("of chosen values there are no others, and one without runs has no panel", () => {
  expect(values(of("a", 5), of("b", 2, true), of("c", 3, true))).toEqual(["b", "c"]);
  expect(values(of("a", 0), of("b", 2))).toEqual(["b"]);
});
