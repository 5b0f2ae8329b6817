/** The part of a chart that is zoomed into: which points lie in it, and between which values it may be chosen. Pure. */
import type { SeriesAnswer } from "@/api/types";
import type { NumberRange } from "@/lib/parameter";
import { position } from "@/subjects/runs/parts/series-lines";

/** The answer with the points within the range; all of it where x has no order. */
export function withinRange(answer: SeriesAnswer, range: NumberRange | null): SeriesAnswer {
  const places = placesOf(answer);
  if (range === null || places === null) return answer;
  const isWithin = (x: number) => x >= range.from && x <= range.to;
  return {
    ...answer,
    series: answer.series
      .map((line) => ({
        ...line,
        points: line.points.filter(({ x }) => isWithin(Number(place(x, answer)))),
        scaling:
          line.scaling === null
            ? null
            : { ...line.scaling, ideal: line.scaling.ideal.filter(({ x }) => isWithin(x)) },
      }))
      .filter(({ points }) => points.length > 0),
  };
}

/** Every place of x, rising; null where some have no order or there are too few to choose of. */
export function placesOf(answer: SeriesAnswer): number[] | null {
  const xs = answer.series.flatMap((line) => line.points.map(({ x }) => place(x, answer)));
  const numbers = [...new Set(xs)].filter((x) => typeof x === "number");
  const hasOrder = xs.every((x) => typeof x === "number");
  return hasOrder && numbers.length >= MIN_PLACES ? numbers.toSorted((a, b) => a - b) : null;
}

/** Of two places there is no part. */
const MIN_PLACES = 3;

function place(x: string | number | boolean, answer: SeriesAnswer): number | string {
  return position(x, answer.x === "started_at");
}

/** How many values are drawn. */
export function valuesIn(answer: SeriesAnswer): number {
  return answer.series.reduce((sum, line) => sum + line.points.reduce((n, point) => n + point.n, 0), 0);
}
