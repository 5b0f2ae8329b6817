import { expect, test } from "vitest";
import { byDirection, byJob, type Direction, headlines } from "@/lib/direction";

const result = (direction: Direction, position: number) => ({ direction, position });

test("read is before write, whatever order fio wrote them in", () => {
  const sorted = byDirection([result("write", 0), result("trim", 1), result("read", 2), result("read", 1)]);
  expect(sorted.map((r) => `${r.direction}${r.position}`)).toEqual(["read1", "read2", "write0", "trim1"]);
});

test("one or two results are all shown", () => {
  const two = headlines([result("write", 1), result("read", 0)]);
  expect(two.shown.map((r) => r.direction)).toEqual(["read", "write"]);
  expect(two.hidden).toBe(0);
  expect(headlines([result("read", 0), result("read", 1)]).shown).toHaveLength(2);
});

test("of many results the first of each direction is shown and the rest are counted", () => {
  const many = headlines([
    result("read", 0),
    result("read", 1),
    result("write", 0),
    result("write", 1),
    result("trim", 2),
  ]);
  expect(many.shown.map((r) => `${r.direction}${r.position}`)).toEqual(["read0", "write0"]);
  expect(many.hidden).toBe(3);
});

test("a run without results has no headline", () => {
  expect(headlines([])).toEqual({ shown: [], hidden: 0 });
});

test("a run's page goes job by job, read before write in each", () => {
  const of = (job_name: string, direction: Direction, position: number) => ({
    job_name,
    group: 0,
    direction,
    position,
  });
  const sorted = byJob([of("b", "write", 2), of("a", "write", 0), of("a", "read", 1), of("b", "read", 3)]);
  expect(sorted.map((r) => `${r.job_name} ${r.direction}`)).toEqual([
    "a read",
    "a write",
    "b read",
    "b write",
  ]);
});
