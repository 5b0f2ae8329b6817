import { expect, test } from "vitest";
import { type CoursePoint, courseModel, courseTwin } from "@/charts/course-model";

const BOX = { left: 0, right: 1000, top: 0, bottom: 100 };
const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T02:00:00Z`;
const point = (day: number, value: number, more: Partial<CoursePoint> = {}): CoursePoint => ({
  runId: `run-${day}`,
  at: at(day),
  isDated: true,
  value,
  isDoubted: false,
  configuration: 0,
  ...more,
});

test("runs stand at their times, and a line never leads from one configuration to another", () => {
  const model = courseModel([point(1, 7), point(2, 9), point(11, 28, { configuration: 1 })], [], {
    box: BOX,
    factor: 1,
  });
  expect(model.isOverTime).toBe(true);
  expect(model.points.map(({ x }) => x)).toEqual([30, 124, 970]);
  expect(model.segments).toHaveLength(1);
  expect(model.segments[0]).toMatch(/^30,.* 124,/);
});

test("a run in doubt is drawn and joined to nothing", () => {
  const model = courseModel([point(1, 7), point(2, 99, { isDoubted: true }), point(3, 8)], [], {
    box: BOX,
    factor: 1,
  });
  expect(model.points).toHaveLength(3);
  expect(model.segments[0]?.split(" ")).toHaveLength(2);
});

test("changes outside of the runs are counted, not drawn", () => {
  const changes = [1, 5, 20].map((day) => ({ key: String(day), at: at(day), text: "BIOS" }));
  const model = courseModel([point(2, 7), point(10, 8)], changes, { box: BOX, factor: 1 });
  expect(model.changes.map(({ key }) => key)).toEqual(["5"]);
  expect(model.outside).toBe(2);
});

test("where a start is not stated the runs stand in the order received, the change between its neighbours", () => {
  const runs = [point(1, 7), point(2, 9, { isDated: false }), point(11, 28)];
  const model = courseModel(runs, [{ key: "c", at: at(5), text: "NPS" }], { box: BOX, factor: 1 });
  expect(model.isOverTime).toBe(false);
  expect(model.points.map(({ x }) => x)).toEqual([30, 500, 970]);
  expect(model.changes[0]?.x).toBe(735);
});

test("the table holds runs and changes in the order of time", () => {
  const twin = courseTwin([point(1, 7), point(3, 9)], [{ key: "c", at: at(2), text: "BIOS M10 → M11" }], {
    caption: "Course",
    csvMetric: "bytes/s",
    formatAt: (iso) => iso.slice(8, 10),
    formatValue: String,
  });
  expect(twin.rows).toEqual([
    ["01", "7", "configuration 1"],
    ["02", "–", "changed: BIOS M10 → M11"],
    ["03", "9", "configuration 1"],
  ]);
  expect(twin.csv.rows).toHaveLength(2);
});

test("a note shortly after the last run is within the plot; without a time axis it stands nowhere", () => {
  const note = { x: Date.parse(at(12)), until: null, kind: "note", text: "moved" } as const;
  const runs = [point(1, 7), point(11, 8)];
  const drawn = courseModel(runs, [], { box: BOX, factor: 1, annotations: [note] });
  expect(drawn.place(note.x)).toBe(970);
  expect(drawn.points.at(-1)?.x).toBeLessThan(900);
  const inOrder = courseModel([point(1, 7, { isDated: false }), ...runs], [], { box: BOX, factor: 1 });
  expect(inOrder.place(note.x)).toBeUndefined();
});
