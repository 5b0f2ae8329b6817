import { expect, test } from "vitest";
import type { RunItem } from "@/api/types";
import { differenceInWords, filterOfRows, sideOf } from "@/subjects/runs/list/selection";
import { result, runSummary } from "@/test/api-data";

const nps = (value: string) => ({
  ...{ key: "bios.nps", title: "NPS", type: "text" as const, unit: null, is_stated: true, value },
});
const run = (more: Partial<RunItem> = {}): RunItem => ({ ...runSummary(), ...more });

test("a row is a side of a comparison", () => {
  expect(sideOf("run-1")).toBe("run=run-1");
  expect(sideOf("batch:b-1")).toBe("batch=b-1");
});

test("runs or batches make a filter, both together none", () => {
  expect(filterOfRows(["a", "b"])).toEqual({ run: ["a", "b"] });
  expect(filterOfRows(["batch:a"])).toEqual({ batch: ["a"] });
  expect(filterOfRows(["a", "batch:b"])).toBeNull();
});

test("one factor is named with its values, several with their number", () => {
  const [one, four] = [run({ distinctions: [nps("1")] }), run({ distinctions: [nps("4")] })];
  expect(differenceInWords([four, one])).toBe("1 factor differs: NPS 1 and 4");
  expect(differenceInWords([one, run({ distinctions: [] })])).toBe("1 factor differs: NPS 1 and not stated");
  const elsewhere = run({ ...four, host: { id: "h2", name: "mars" } });
  expect(differenceInWords([one, elsewhere])).toBe("2 factors differ: Host, NPS");
  const more = run({ ...four, distinctions_left_out: 3 });
  expect(differenceInWords([one, more])).toBe("4 factors differ: NPS, and more");
});

test("another workload is a difference, and repeats have none", () => {
  expect(differenceInWords([run(), run()])).toBeNull();
  const deep = run({ results: [result({ iodepth: 1 })] });
  expect(differenceInWords([run(), deep])).toMatch(
    /^1 factor differs: Workload random read 4\sKiB, QD 1, 1 job and /,
  );
});
