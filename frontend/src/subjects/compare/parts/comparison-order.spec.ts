import { describe, expect, test } from "vitest";
import { type RowOrder, rowsWith, sortedRows } from "@/subjects/compare/parts/comparison-order";
import { comparedRows } from "@/subjects/compare/parts/comparison-rows";
import { comparedMetric, comparedWorkload, comparison, sideFigures } from "@/test/compare-data";

const KiB = 1024;

describe("by workload", () => {
  const workload = (
    words: string,
    direction: "read" | "write" | "trim" | "mixed",
    bs: unknown,
    iodepth: unknown = 1,
    numjobs: unknown = 1,
  ) => ({ ...comparedWorkload(words), direction, workload_options: { bs, iodepth, numjobs } });

  const sorted = (isDescending: boolean, ...workloads: ReturnType<typeof workload>[]) =>
    sortedRows(comparedRows(comparison({ workloads }), "iops"), { key: "workload", isDescending }).map(
      (row) => row.workload,
    );

  const size4k = workload("4k", "read", 4 * KiB);
  const size64k = workload("64k", "read", 64 * KiB);
  const size1m = workload("1m", "read", 1024 * KiB);
  const written = workload("written 4k", "write", 4 * KiB);
  const unknown = workload("unknown size", "read", null);
  const differing = workload("sizes that differ", "read", "differs");
  const split = workload("split 8k", "read", [8 * KiB, 1024 * KiB]);
  const deep = (depth: number) => workload(`qd${depth}`, "read", 4 * KiB, depth);
  const jobs = (count: number) => workload(`jobs ${count}`, "read", 4 * KiB, 1, count);

  test.each([
    ["sizes as numbers, not as words", [size1m, size64k, size4k], ["4k", "64k", "1m"]],
    ["directions before sizes", [written, size1m, size4k], ["4k", "1m", "written 4k"]],
    ["depths as numbers", [deep(128), deep(16), deep(2)], ["qd2", "qd16", "qd128"]],
    ["then jobs", [jobs(16), jobs(8), jobs(1)], ["jobs 1", "jobs 8", "jobs 16"]],
    ["of several sizes the first", [size1m, split, size4k], ["4k", "split 8k", "1m"]],
    [
      "unknown sizes behind the known ones",
      [unknown, size4k, differing, size64k],
      ["4k", "64k", "sizes that differ", "unknown size"],
    ],
    ["what is alike in all of these by its words", [jobs(1), deep(1)], ["jobs 1", "qd1"]],
  ])("%s", (_name, given, wanted) => {
    expect(sorted(false, ...given)).toEqual(wanted);
    // The order in which they were measured decides nothing.
    expect(sorted(false, ...given.toReversed())).toEqual(wanted);
  });

  test("the other way round everything is turned but that the unknown stands last", () => {
    expect(sorted(true, size4k, unknown, size1m, written, size64k)).toEqual([
      "written 4k",
      "1m",
      "64k",
      "4k",
      "unknown size",
    ]);
  });
});

describe("by a figure", () => {
  const row = (name: string, metric: Parameters<typeof comparedMetric>[0]) =>
    comparedWorkload(name, { lat: comparedMetric({ lower_is_better: true, ...metric }) });
  const answer = comparison({
    workloads: [
      row("slower", { ratio: 1.5, base: sideFigures([9]), verdict: "worse" }),
      row("unknown", {
        ratio: null,
        base: sideFigures([]),
        new: sideFigures([]),
        verdict: "not_enough_runs",
      }),
      row("faster", { ratio: 0.5, base: sideFigures([1000]), verdict: "better" }),
      comparedWorkload("not measured", {}),
    ],
  });

  test.each<[RowOrder["key"], string[], string[]]>([
    // Best first puts the lower latency on top.
    ["effect", ["slower", "faster"], ["faster", "slower"]],
    ["base", ["slower", "faster"], ["faster", "slower"]],
  ])("%s: what is unknown stands last in both directions", (key, ascending, descending) => {
    const order = (isDescending: boolean) =>
      sortedRows(comparedRows(answer, "lat"), { key, isDescending }).map(({ name }) => name);
    expect(order(false)).toEqual([...ascending, "not measured", "unknown"]);
    expect(order(true)).toEqual([...descending, "not measured", "unknown"]);
  });

  test("verdicts: from better to too few runs, what was not measured last in both directions", () => {
    const order = (isDescending: boolean) =>
      sortedRows(comparedRows(answer, "lat"), { key: "verdict", isDescending }).map(({ name }) => name);
    expect(order(false)).toEqual(["faster", "slower", "unknown", "not measured"]);
    expect(order(true)).toEqual(["unknown", "slower", "faster", "not measured"]);
  });
});

describe("thirty workloads are searched", () => {
  const patterns = ["randread", "randwrite", "read", "write", "randrw"] as const;
  const sizes = ["4k", "8k", "16k", "64k", "128k", "1M"] as const;
  // Planted: of each pattern the smallest size got better, the largest worse.
  const verdicts = { "4k": "better", "1M": "worse" } as const;
  const rows = comparedRows(
    comparison({
      workloads: patterns.flatMap((rw) =>
        sizes.map((bs) =>
          comparedWorkload(`${rw} bs=${bs} iodepth=32`, {
            iops: comparedMetric({
              verdict: bs === "4k" || bs === "1M" ? verdicts[bs] : "no_difference_shown",
            }),
          }),
        ),
      ),
    }),
    "iops",
  );
  test.each([
    ["", "any", 30],
    ["4k", "any", 5],
    ["RANDREAD 4k", "any", 1],
    ["randread bs=4k", "any", 1],
    ["", "better", 5],
    ["write", "worse", 2],
    ["bs=16k", "better", 0],
    ["trim", "any", 0],
  ] as const)("by '%s' and %s: %i", (words, verdict, count) => {
    expect(rowsWith(rows, words, verdict)).toHaveLength(count);
  });
});
