import { describe, expect, test } from "vitest";
import {
  comparedRows,
  isUnchanged,
  metricInView,
  namesInWords,
  sharedOptions,
} from "@/subjects/compare/parts/comparison-rows";
import { comparedMetric, comparedWorkload, comparison } from "@/test/compare-data";

describe("names of workloads", () => {
  const read = (rw: string, iodepth: number, more = "") => ({
    workload: `${rw} bs=4k iodepth=${iodepth} numjobs=1 direct=1${more}`,
    workload_options: { rw, bs: 4096, iodepth, numjobs: 1 },
    options: { rw },
  });
  const names = (...rows: ReturnType<typeof read>[]) =>
    [...namesInWords(rows).values()].map((name) => name.replaceAll("\u00a0", " "));

  test("they are in words, without what no name says", () => {
    const rows = [read("randread", 1), read("randwrite", 32)];
    expect(names(...rows)).toEqual(["Random read 4 KiB, QD 1", "Random write 4 KiB, QD 32"]);
    expect(sharedOptions(rows)).toBe("direct=1");
  });

  test("those of one name say the options that differ", () => {
    expect(names(read("randread", 1), read("randread", 1, " nrfiles=4"))).toEqual([
      "Random read 4 KiB, QD 1",
      "Random read 4 KiB, QD 1, nrfiles=4",
    ]);
  });

  test("what has no pattern keeps its name in fio's words", () => {
    const unknown = { workload: "tool=x test=copy", workload_options: {}, options: {} };
    expect([...namesInWords([unknown]).values()]).toEqual(["tool=x test=copy"]);
    expect(sharedOptions([unknown])).toBe("");
  });
});

describe("rows", () => {
  const part = comparison({ workloads: [comparedWorkload("read bs=1M")] });
  const answer = comparison({ workloads: [comparedWorkload("randread bs=4k")], more: [part] });

  test("a workload that one new side did not measure keeps its place, without a figure", () => {
    const rows = comparedRows(answer, "iops");
    expect(rows.map(({ workload, cells }) => [workload, cells.map((cell) => cell?.ratio ?? null)])).toEqual([
      ["randread bs=4k", [2, null]],
      ["read bs=1M", [null, 2]],
    ]);
  });

  test("rows of one workload are told apart by their setting", () => {
    const workloads = ["Kernel 6.1", "Kernel 6.12"].map((kernel) => ({
      ...comparedWorkload("randread bs=4k"),
      key: kernel,
      setting: [kernel],
    }));
    expect(comparedRows(comparison({ workloads }), "iops").map(({ name }) => name)).toEqual([
      "randread bs=4k · Kernel 6.1",
      "randread bs=4k · Kernel 6.12",
    ]);
  });

  test("the metric in view is the one asked for, else the one that the sentence speaks of", () => {
    const spoken = comparison({ headline_metric: "bw_bytes_per_s" });
    expect(metricInView(spoken, null)).toBe("bw_bytes_per_s");
    expect(metricInView(spoken, "clat_p99_ns")).toBe("clat_p99_ns");
    const first = comparison({ headline_metric: null, more: [spoken] });
    expect(metricInView(first, null)).toBe("bw_bytes_per_s");
  });

  test("a share of an older version, which does not say it, shows the first that was measured", () => {
    const latency = { clat_p99_ns: comparedMetric({ lower_is_better: true }) };
    const { headline_metric: _, ...old } = comparison({
      workloads: [comparedWorkload("read bs=1M", latency)],
    });
    expect(metricInView(old as typeof old & { headline_metric: null }, null)).toBe("clat_p99_ns");
  });

  test("only a row whose every side shows no difference did not change", () => {
    const verdicts = (...all: ("better" | "no_difference_shown" | "not_enough_runs")[]) => ({
      key: "a",
      workload: "a",
      name: "a",
      direction: "read" as const,
      options: {},
      cells: all.map((verdict) => comparedMetric({ verdict })),
    });
    expect(isUnchanged(verdicts("no_difference_shown", "no_difference_shown"))).toBe(true);
    expect(isUnchanged(verdicts("no_difference_shown", "better"))).toBe(false);
    expect(isUnchanged(verdicts("not_enough_runs"))).toBe(false);
  });
});
