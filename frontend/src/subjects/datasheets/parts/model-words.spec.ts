import { expect, test } from "vitest";
import type { DriveModel, ModelWorkload } from "@/api/types";
import { aboutWorkload, modelsAnswer, nameSoldAs } from "@/subjects/datasheets/parts/model-words";

function model(rated: DriveModel["rated"]): DriveModel {
  return {
    ...{ id: "m1", model: "EXAMPLE", drives: 1, hosts: 1, capacities_bytes: [], firmware: ["1"] },
    ...{
      firmware_faults: [],
      links: 0,
      links_below: 0,
      warnings: 0,
      missing: 0,
      odd: 0,
      worn: 0,
      hot: 0,
      used_pct_max: null,
    },
    ...{ last_seen_at: "2026-11-30T10:00:00Z", rated },
  };
}

const RATED = {
  ...{ drives: 1, judged: 1, as_rated: 1, share_best: 0.95, is_least: false, has_source: true },
  ...{ alike_test: "", alike_drives: 1, alike_lowest: 0.95, alike_best: 0.95 },
};

test.each([
  [[model(null), model(null)], /^2 models, performance not evaluated\. No run can be compared/],
  [[model(RATED), model(null)], /^2 models: no known issues\./],
])("models of which no run was judged are not said to be without issues", (models, sentence) => {
  expect(modelsAnswer(models)).toMatch(sentence);
});

const WORKLOAD = { workload: "sequential read 4 KiB", direction: "read", size_bytes: 2e12 } as ModelWorkload;

test.each([
  [{ target_kind: "disk" }, "raw device, 2 TB"],
  [{ target_kind: "file" }, "file system, 2 TB"],
  [{ target_kind: "md" }, "md, 2 TB"],
  // Which of both directions of a mix it is, its words do not say.
  [{ target_kind: null, workload: "random read and write 4 KiB", direction: "write" }, "write, 2 TB"],
] as const)("below a workload stands what its words do not say", (more, words) => {
  expect(aboutWorkload({ ...WORKLOAD, ...more }).replaceAll("\u00a0", " ")).toBe(words);
});

test("an ordering code has its name beside it; a model that is called the same has none", () => {
  const rated = { figure: { card: { title: "Intel SSD DC P3700" } } };
  const workloads = [{ ...WORKLOAD, rated: [rated] }] as unknown as ModelWorkload[];
  expect(nameSoldAs({ model: "INTEL SSDPEDMD020T4", workloads })).toBe("Intel SSD DC P3700");
  expect(nameSoldAs({ model: "intel ssd dc-P3700", workloads })).toBeNull();
  expect(nameSoldAs({ model: "INTEL SSDPEDMD020T4", workloads: [] })).toBeNull();
});
