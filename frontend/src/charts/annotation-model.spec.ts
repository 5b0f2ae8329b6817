import { expect, test } from "vitest";
import {
  type Annotation,
  type AnnotationKind,
  annotationsWithin,
  placeAnnotations,
  reachOf,
} from "@/charts/annotation-model";

const ROOM = { x: 40, width: 600 };
/** One pixel is one unit of time. */
const place = (x: number) => x;
const at = (x: number, text = "moved", more: Partial<Annotation> = {}): Annotation => ({
  x,
  until: null,
  kind: "note",
  text,
  ...more,
});
const drawn = (annotations: readonly Annotation[]) => placeAnnotations(annotations, place, ROOM);

/** From where to where each word reaches, by another reading of its size than the model's. */
function reaches(annotations: readonly Annotation[]): [number, number][] {
  return drawn(annotations).words.map(({ x, anchor, text }) => {
    const width = text.length * 6;
    return anchor === "start" ? [x, x + width] : [x - width, x];
  });
}

test("a note is a line with its word; what lies outside is not drawn", () => {
  const { lines, words } = drawn([at(100), at(39, "before"), at(641, "after")]);
  expect(lines.map(({ left, right }) => [left, right])).toEqual([[100, 100]]);
  expect(words).toEqual([{ x: 111, anchor: "start", text: "moved", full: ["moved"] }]);
});

test("where the text has no room, what stands for it is drawn whole", () => {
  const text = "p99 clat +22.0 %, random read 4 KiB, on db-server since 20 November";
  const words = (places: number[]) =>
    drawn(places.map((x) => at(x, text, { short: "+22.0 %" }))).words.map((word) => word.text);
  expect(words([100])).toEqual([text]);
  expect(words([400])).toEqual(["+22.0 %"]);
});

test("a span reaches over its time, cut off at the ends of the plot", () => {
  const { lines } = drawn([at(10, "repair", { until: 90 }), at(600, "fan off", { until: 900 })]);
  expect(lines.map(({ left, right }) => [left, right])).toEqual([
    [40, 90],
    [600, 640],
  ]);
});

test.each<[AnnotationKind[], string]>([
  [["note", "note", "note"], "3 notes"],
  [["changed", "changed"], "2 changes"],
  [["note", "changed"], "2 marks"],
])("%s near each other share one word", (kinds, word) => {
  const { lines, words } = drawn(kinds.map((kind, i) => at(200 + 10 * i, `mark ${i}`, { kind })));
  expect(lines).toHaveLength(kinds.length);
  expect(words.map(({ text }) => text)).toEqual([word]);
  expect(words[0]?.full).toEqual(kinds.map((_, i) => `mark ${i}`));
});

test("no two words lie over each other, and none leaves the plot", () => {
  const long = "moved to the new rack beside the window, with another power supply";
  const many = Array.from({ length: 90 }, (_, i) => at(40 + ((i * 97) % 600), long));
  for (const annotations of [many, many.slice(0, 12), [at(60, long), at(140, long), at(632, long)]]) {
    const words = reaches(annotations).toSorted((a, b) => a[0] - b[0]);
    expect(words.length).toBeGreaterThan(2);
    for (const [i, [from, to]] of words.entries()) {
      expect(from).toBeGreaterThanOrEqual(words[i - 1]?.[1] ?? ROOM.x);
      expect(to).toBeLessThanOrEqual(ROOM.x + ROOM.width);
    }
  }
});

test("the word of a line at the right end stands before it", () => {
  expect(drawn([at(638, "moved to rack 7")]).words).toEqual([
    { x: 627, anchor: "end", text: "moved to rack 7", full: ["moved to rack 7"] },
  ]);
});

test("the axis reaches to what was noted shortly after the last run, not to another year", () => {
  expect(reachOf(1000, 2000, [at(2100), at(950), at(9000)])).toEqual([950, 2100]);
  expect(reachOf(1000, 2000, [at(1500)])).toEqual([1000, 2000]);
});

test("what the axis does not hold is not said to be marked", () => {
  const [within, over, before, after] = [at(1500), at(10, "span", { until: 1001 }), at(999), at(2001)];
  expect(annotationsWithin([within, over, before, after], 1000, 2000)).toEqual([within, over]);
});
