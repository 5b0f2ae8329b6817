import { expect, test } from "vitest";
import type { SeriesAnswer } from "@/api/types";
import { inWords } from "@/subjects/runs/explore/answers-in-words";

function chart(x: string, by: string | null, values: SeriesAnswer["series"][number]["values"]): SeriesAnswer {
  const line = {
    key: values[0] ?? null,
    values,
    points: ["unexplained", "limit"].map((at) => ({ x: at, values: [] })),
  };
  const split = by === null ? [] : [{ key: by, title: by }];
  // Only what is translated is of interest here.
  return { x, by, split, series: [line] } as unknown as SeriesAnswer;
}

test("verdicts on an axis are read as titles", () => {
  const [line] = inWords(chart("verdict", null, [])).series;
  expect(line?.points.map(({ x }) => x)).toEqual(["unexplained", "at a limit"]);
});

test("a split by limits names them, and says where none is named", () => {
  const [named] = inWords(chart("bs", "limit", ["cpu-saturated-job"])).series;
  expect(named?.values[0]).not.toBe("cpu-saturated-job");
  const [none] = inWords(chart("bs", "limit", [null])).series;
  expect([none?.key, none?.values[0]]).toEqual(["no limit named", "no limit named"]);
});

test("other charts are left alone", () => {
  const answer = chart("bs", "host", ["limit"]);
  expect(inWords(answer)).toEqual(answer);
});

test.each([
  ["at-link-limit", "limit: slowest PCIe link"],
  ["trust", "unreliable"],
  ["limit", "at a limit"],
])("the verdict of a value is read in words: %s", (verdict, words) => {
  const answer = chart("bs", null, []);
  const point = answer.series[0]?.points[0];
  point?.values.push({ run_id: "a", value: 1, verdict }, { run_id: "b", value: 2 });
  expect(inWords(answer).series[0]?.points[0]?.values).toEqual([
    { run_id: "a", value: 1, verdict: words },
    { run_id: "b", value: 2 },
  ]);
});
