import { describe, expect, test } from "vitest";
import {
  comparedRows,
  isUnchanged,
  metricInView,
  shortNames,
} from "@/subjects/compare/parts/comparison-rows";
import { comparedMetric, comparedWorkload, comparison } from "@/test/compare-data";

describe("names of workloads", () => {
  test("what all share is said once; pattern and block size stay", () => {
    const { names, shared } = shortNames([
      "randread bs=4k iodepth=1 direct=1",
      "randwrite bs=4k iodepth=32 direct=1",
    ]);
    expect(shared).toBe("direct=1");
    expect([...names.values()]).toEqual(["randread bs=4k iodepth=1", "randwrite bs=4k iodepth=32"]);
  });

  test("one workload alone keeps its whole name", () => {
    const { names, shared } = shortNames(["read bs=1M direct=1"]);
    expect(shared).toBe("");
    expect([...names.values()]).toEqual(["read bs=1M direct=1"]);
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
