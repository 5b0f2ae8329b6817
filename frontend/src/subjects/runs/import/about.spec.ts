import { expect, test } from "vitest";
import type { ImportPreview, PreviewRun } from "@/api/types";
import { stringifySearch } from "@/lib/search-params";
import {
  NO_DIFFERENCE,
  NOTHING_SAID,
  problemsOf,
  statedTimes,
  toImportQuery,
} from "@/subjects/runs/import/about";

const NOW = new Date("2026-11-21T12:00:00Z");

const NO_LINES = { used: [], claims: [], not_understood: [], options: [], titles: [], prose: [] };

function preview(...startedAt: (string | null)[]): ImportPreview {
  const run = (started_at: string | null): PreviewRun => ({
    tool: { name: "fio", version: null },
    outcome: "complete",
    started_at,
    command_line: null,
    first_line: 1,
    last_line: 2,
    title: null,
    target: null,
    lines_used: [[1, 2]],
    lines_not_understood: [],
    results: [],
    job_options: [],
    series: 0,
    problems: [],
  });
  return {
    kind: "fio_text",
    runs: startedAt.map(run),
    messages: [],
    warnings: [],
    claims: [],
    lines: NO_LINES,
    found: [],
    labels: [],
  };
}

test("what is not stated is not sent", () => {
  expect(toImportQuery({ ...NOTHING_SAID, host: " jupiter " }, NO_DIFFERENCE)).toEqual({ host: "jupiter" });
  expect(toImportQuery({ ...NOTHING_SAID, host: "a", measuredAt: "" }, NO_DIFFERENCE)).toEqual({ host: "a" });
});

test("everything that is stated is sent as the service takes it", () => {
  const about = {
    host: "nas client",
    title: "NFS, 100 threads",
    measuredAt: "2026-11-20T13:27:41",
    labels: ["fan=off", "formula=a=b"],
    tags: ["nfs", "8k"],
  };
  expect(stringifySearch(toImportQuery(about, NO_DIFFERENCE))).toBe(
    "?host=nas%20client&label.fan=off&label.formula=a%3Db&started_at=2026-11-20T13:27:41.000Z" +
      "&tag=nfs&tag=8k&title=NFS,%20100%20threads",
  );
});

test("one source may be of another host and have another title", () => {
  const about = { ...NOTHING_SAID, host: "a", title: "all" };
  expect(toImportQuery(about, { ...NO_DIFFERENCE, host: "b" })).toEqual({ host: "b", title: "all" });
  expect(toImportQuery(about, { ...NO_DIFFERENCE, title: "own" })).toEqual({ host: "a", title: "own" });
});

test("a run may have labels of its own", () => {
  const about = { ...NOTHING_SAID, host: "a", labels: ["fan=off"] };
  const runLabels = [[], ["slot=3", "formula=a=b"]];
  expect(toImportQuery(about, { ...NO_DIFFERENCE, runLabels })).toEqual({
    host: "a",
    "label.fan": "off",
    "run.2.label.slot": "3",
    "run.2.label.formula": "a=b",
  });
});

test.each([
  [{ host: " " }, "host", "Name the host that was measured"],
  [{ measuredAt: "2026-11-21T12:00:01" }, "measuredAt", "This time is in the future"],
  [{ measuredAt: "1999-12-31T23:59:59" }, "measuredAt", "Date is before fio existed"],
  [{ labels: ["fan"] }, "labels", '"fan" is not key=value with a key of a-z 0-9 _ . -'],
  [{ labels: ["fan=on", "fan=off"] }, "labels", "fan is given twice"],
  [{ labels: [`fan=${"x".repeat(257)}`] }, "labels", /longer than 256 characters/],
  [{ tags: ["x".repeat(65)] }, "tags", /longer than 64 characters/],
] as const)("%j is refused at its field", (stated, field, sentence) => {
  const about = {
    ...NOTHING_SAID,
    host: "a",
    ...stated,
    labels: [...("labels" in stated ? stated.labels : [])],
  };
  const problems = problemsOf({ ...about, tags: [...("tags" in stated ? stated.tags : [])] }, true, NOW);
  expect(Object.keys(problems)).toEqual([field]);
  expect(problems[field]).toMatch(sentence);
});

test("the host may be left out when every source names its own", () => {
  expect(problemsOf(NOTHING_SAID, false, NOW)).toEqual({});
});

test("a time is offered only when it is true for every run", () => {
  const time = "2026-11-20T13:27:41.609Z";
  expect(statedTimes([preview(null), preview(null, null)])).toEqual({ kind: "none" });
  expect(statedTimes([preview(time), preview(time)])).toEqual({ kind: "one", iso: time });
  expect(statedTimes([preview(time, null)])).toEqual({ kind: "several", known: 1, runs: 2 });
  expect(statedTimes([preview(time, "2026-11-20T14:00:00Z")])).toEqual({
    kind: "several",
    known: 2,
    runs: 2,
  });
});
