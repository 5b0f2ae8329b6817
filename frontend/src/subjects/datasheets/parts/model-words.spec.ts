import { expect, test } from "vitest";
import type { DriveModel } from "@/api/types";
import { modelsAnswer } from "@/subjects/datasheets/parts/model-words";

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
  [[model(null), model(null)], /^2 models, performance not evaluated\. No drive has a run/],
  [[model(RATED), model(null)], /^2 models: no known issues\./],
])("models of which no run was judged are not said to be without issues", (models, sentence) => {
  expect(modelsAnswer(models)).toMatch(sentence);
});
