import { expect, test } from "vitest";
import type { ComparedMetric, Verdict } from "@/api/types";
import { groupedRows, sizeInWords, summaryOf } from "@/subjects/compare/parts/comparison-groups";
import { comparedRows } from "@/subjects/compare/parts/comparison-rows";
import { comparedMetric, comparedWorkload, comparison } from "@/test/compare-data";

const cell = (verdict: Verdict, ratio: number | null): ComparedMetric =>
  comparedMetric({ verdict, ratio, ratio_decimals: 3 });

const workload = (
  rw: string | null,
  bs: unknown,
  {
    direction = "read",
    of = cell("better", 1.1),
  }: { direction?: "read" | "write"; of?: ComparedMetric } = {},
) => ({
  ...comparedWorkload(`${rw} bs=${JSON.stringify(bs)} ${direction}`, { iops: of }),
  workload_options: { rw, bs },
  direction,
});

const rowsOf = (...workloads: ReturnType<typeof workload>[]) =>
  comparedRows(comparison({ workloads }), "iops");
const titles = (by: "pattern" | "size", ...workloads: ReturnType<typeof workload>[]) =>
  groupedRows(rowsOf(...workloads), by).map(({ title }) => title.replaceAll("\u00a0", " "));

test("patterns in words, reads before writes, and the halves of a mix apart", () => {
  expect(
    titles(
      "pattern",
      workload("randwrite", 4096, { direction: "write" }),
      workload("randrw", 4096, { direction: "write" }),
      workload("randrw", 4096),
      workload("read", 1 << 20),
      workload("read", 4096),
      workload(null, 4096),
    ),
  ).toEqual([
    "Pattern unknown",
    "Random mix, reads",
    "Sequential read",
    "Random mix, writes",
    "Random write",
  ]);
});

test("block sizes as numbers; of several and of none there is a word", () => {
  expect(
    titles(
      "size",
      workload("read", 1 << 20),
      workload("read", 4096),
      workload("read", [8192, 131_072]),
      workload("read", null),
      workload("read", "differs"),
    ),
  ).toEqual([
    "Blocks of 4 KiB",
    "Blocks of 8 KiB, 128 KiB",
    "Blocks of 1 MiB",
    "Block size differs between the sides",
    "Block size unknown",
  ]);
});

test("rows keep the order that they came in", () => {
  const rows = rowsOf(workload("read", 8192), workload("read", 4096), workload("randread", 4096));
  const [first] = groupedRows(rows.toReversed(), "pattern").filter(
    ({ title }) => title === "Sequential read",
  );
  expect(first?.rows.map(({ options }) => options["bs"])).toEqual([4096, 8192]);
  expect(groupedRows(rows, "none")).toEqual([{ title: "", rows }]);
});

test("a group counts its verdicts and tells between what its changes lie; nothing is averaged", () => {
  const [group] = groupedRows(
    rowsOf(
      workload("read", 4096, { of: cell("better", 1.2) }),
      workload("read", 8192, { of: cell("worse", 0.9) }),
      workload("read", 16_384, { of: cell("no_difference_shown", 1.001) }),
      workload("read", 32_768, { of: cell("not_enough_runs", null) }),
    ),
    "pattern",
  );
  if (group === undefined) throw new Error("no group");
  expect(sizeInWords(group)).toBe("4 workloads");
  const { verdicts, effects } = summaryOf(group, 0);
  expect(verdicts).toBe("1 better, 1 worse, 1 no difference shown, 1 not judged");
  expect(effects?.replaceAll("\u00a0", " ")).toBe("−10.0 % to +20.0 %");
});

test("a side that measured nothing of it is not judged and has no change", () => {
  const [group] = groupedRows(rowsOf(workload("read", 4096, { of: cell("not_enough_runs", null) })), "size");
  expect(group && summaryOf(group, 1)).toEqual({ verdicts: "1 not judged", effects: null });
});
