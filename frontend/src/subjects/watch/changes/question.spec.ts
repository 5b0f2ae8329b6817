import { expect, test } from "vitest";
import { toChangesQuestion } from "./question";

test("every part of the address is asked for", () => {
  const question = toChangesQuestion({
    state: "acknowledged",
    way: "worse",
    days: "30",
    host: "h1",
    suspect: "kernel",
    run: "r1",
    batch: "b1",
  });
  expect(question).toEqual({
    states: ["acknowledged"],
    isWorse: true,
    days: 30,
    host: "h1",
    suspect: "kernel",
    run: "r1",
    batch: "b1",
  });
});
