import { expect, test } from "vitest";
import type { SharedRun } from "@/api/types";
import { findingsOf, timelineOf } from "@/subjects/sharing/report/older-shares";
import { runSeries, series } from "@/test/series-data";
import { sharedRun } from "@/test/share-data";

const evidence = { value: 2, unit: "lanes", source: "inventory" };
const finding = { id: "downgraded-width", severity: "warning", text: "Trained at x2." };

test("a share published before answers were kept shows its findings all the same", () => {
  const { answer: _absent, ...before } = sharedRun();
  const path = { ...before.path, findings: [{ ...finding, evidence: [{ label: "trained", ...evidence }] }] };
  const [shown] = findingsOf({ ...before, path } as unknown as SharedRun);
  expect(shown).toMatchObject({ ...finding, evidence: [{ name: "trained", ...evidence }] });
});

test("what was not judged has none", () => {
  expect(findingsOf({ ...sharedRun(), answer: null })).toEqual([]);
});

const recorded = (sources: readonly ("samples" | "fio_log")[]) =>
  ({
    time_series: { ...runSeries(sources.map((source, i) => series(String(i), { source }))) },
  }) as unknown as SharedRun;

test.each([
  // Of a copy that was published before there was a clock nothing says where logs stand among samples.
  [["samples", "fio_log"] as const, ["1"], null],
  [["samples"] as const, [], null],
  [["fio_log", "fio_log"] as const, [], 0],
])("an older copy's time of %j", (sources, apart, offset) => {
  const timeline = timelineOf(recorded(sources));
  expect(timeline?.off_clock).toEqual(apart);
  expect(timeline?.clock.log_offset_ms).toBe(offset);
});

test("a copy that brings its clock is taken as it is, and without recordings there is none", () => {
  const run = recorded(["samples"]);
  const clock = { zero: "samples" };
  const told = { ...run, time_series: { ...run.time_series, clock } } as unknown as SharedRun;
  expect(timelineOf(told)).toBe(told.time_series);
  expect(timelineOf({ ...run, time_series: null })).toBeNull();
});
