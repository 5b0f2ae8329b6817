import { expect, test } from "vitest";
import { jobsOf, pathsOf } from "@/subjects/sharing/report/setups";
import { epycComparison, sharedDocument, sharedRun } from "@/test/share-data";

test("the same way of the data on both sides is shown once, for the newest run of a side", () => {
  const [setup, ...others] = pathsOf(epycComparison());
  expect(others).toEqual([]);
  expect(setup?.names).toBe("base and new");
  expect(setup?.run.label).toBe("run 4");
});

test("two ways of the data are two setups, each named after its side", () => {
  const document = epycComparison();
  const runs = document.runs.map((run, i) =>
    i < 4 || run.path === null ? run : { ...run, path: { ...run.path, targets: [] } },
  );
  expect(pathsOf({ ...document, runs }).map(({ names }) => names)).toEqual(["base", "new"]);
});

test("a run without path and picture has no setup to show", () => {
  expect(pathsOf(sharedDocument({ runs: [sharedRun({ path: null, machine: null })] }))).toEqual([]);
});

test("every job brings its own options, in the order of the results", () => {
  expect(jobsOf(sharedDocument())).toEqual([
    { name: "read 2m QD16", options: expect.objectContaining({ rw: "read", bs: "2m" }) },
  ]);
});

test("a picture drawn of an earlier run of the side stands for the newest one too", () => {
  const document = epycComparison();
  const runs = document.runs.map((run, i) => (i === 0 || i === 4 ? run : { ...run, machine: null }));
  const [setup] = pathsOf({ ...document, runs });
  expect(setup?.run.label).toBe("run 4");
  expect(setup?.run.machine).toBeNull();
  expect(setup?.machine).not.toBeNull();
});
