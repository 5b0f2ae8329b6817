import { expect, test } from "vitest";
import type { TimeNote } from "@/api/types";
import { noteAnnotations, notedThen } from "@/subjects/watch/parts/time-note-words";

function note(text: string, at: string, more: Partial<TimeNote> = {}): TimeNote {
  return {
    id: text,
    host: null,
    at,
    until: null,
    text,
    created_at: at,
    created_by: "mara",
    changed_at: null,
    changed_by: null,
    ...more,
  };
}

const SATURN = { id: "1", name: "saturn" };
const NOTES = [
  note("late", "2026-03-09T00:00:00Z"),
  note("after", "2026-03-06T23:00:00Z", { host: SATURN }),
  note("long ago, until now", "2026-01-01T00:00:00Z", { until: "2026-03-05T00:00:00Z" }),
  note("between", "2026-03-05T12:00:00Z"),
  note("long ago", "2026-03-03T01:00:00Z"),
];

test("noted then is what lies between two runs or within a day of them, spans by their end", () => {
  const then = notedThen(NOTES, "2026-03-05T02:00:00Z", "2026-03-06T02:00:00Z");
  expect(then.map(({ text }) => text)).toEqual(["long ago, until now", "between", "after"]);
});

test("marks say whose they are where runs of several hosts are drawn", () => {
  const [first] = noteAnnotations(NOTES, true);
  expect(first).toEqual({
    x: Date.UTC(2026, 0, 1),
    until: Date.UTC(2026, 2, 5),
    kind: "note",
    text: "long ago, until now",
  });
  expect(noteAnnotations(NOTES, true).map(({ text }) => text)).toContain("saturn: after");
  expect(noteAnnotations(NOTES, false).map(({ text }) => text)).toContain("after");
});
