import { expect, test } from "vitest";
import { moved } from "@/subjects/runs/list/column-order";

test.each([
  [0, 1, ["b", "a", "c"]],
  [2, -1, ["a", "c", "b"]],
  [0, -1, ["a", "b", "c"]],
  [2, 1, ["a", "b", "c"]],
  [9, 1, ["a", "b", "c"]],
])("item %i by %i", (index, by, order) => expect(moved(["a", "b", "c"], index, by)).toEqual(order));
