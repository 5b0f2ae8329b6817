import { expect, test } from "vitest";
import type { SeriesAnswer } from "@/api/types";
import { isRecorded, recordedAnnotations, recordedChanges } from "@/subjects/runs/explore/recorded-changes";

type Change = NonNullable<SeriesAnswer["changes"]>[number];

function change(at: string, title: string, before: Change["before"], after: Change["after"]): Change {
  return { at, host: "jupiter", run_id: "a", key: title, title, unit: null, before, after };
}

// Only the changes are of interest here.
const answerOf = (...changes: Change[]) => ({ changes }) as unknown as SeriesAnswer;
const NOON = "2026-11-13T12:00:00Z";

test("what changed with one run is one mark, in its order", () => {
  const changes = recordedChanges(
    answerOf(
      change(NOON, "Drive firmware", "1.0", "1.1"),
      change(NOON, "fan", "on", "off"),
      change("2026-11-14T12:00:00Z", "NUMA nodes per socket", 1, 4),
      change("2026-11-15T12:00:00Z", "Power cap", null, 200),
    ),
  );
  expect(changes.map(({ text }) => text)).toEqual([
    "Drive firmware 1.0 → 1.1, fan on → off",
    "NUMA nodes per socket 1 → 4",
    "Power cap absent → 200",
  ]);
  expect(recordedAnnotations(changes, false)[0]).toEqual({
    x: Date.parse(NOON),
    until: null,
    kind: "changed",
    text: "Drive firmware 1.0 → 1.1, fan on → off",
    short: "Drive firmware +1",
  });
  expect(recordedAnnotations(changes, true)[1]?.text).toBe("jupiter: NUMA nodes per socket 1 → 4");
});

test("a chart that knows no changes has no marks", () => {
  expect(recordedChanges({} as unknown as SeriesAnswer)).toEqual([]);
});

test.each([
  ["jupiter", "2026-11-13T18:00:00Z", true],
  ["jupiter", "2026-11-16T18:00:00Z", false],
  ["saturn", NOON, false],
])("a change of %s at %s is told already: %s", (host, at, is) => {
  const changes = recordedChanges(answerOf(change(NOON, "fan", "on", "off")));
  expect(isRecorded(changes, host, Date.parse(at))).toBe(is);
});
