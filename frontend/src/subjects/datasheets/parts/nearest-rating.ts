/** Runs beside ratings, the nearest first: a sweep has a row for every point, and one says what there is to say. */
import type { RatedFigure } from "@/api/types";
import { formatBlockSizeProse } from "@/lib/units";
import { figureInWords } from "@/subjects/datasheets/parts/scorecard-words";

/** More rows than one for each rating, before the others wait behind a button. */
const FEW = 3;

/** Of each rating the row that came nearest, a comparable one before others; all where they are few. */
export function nearestOfEach<Row>(rows: readonly Row[], read: (row: Row) => RatedFigure): readonly Row[] {
  const groups = Map.groupBy(rows, (row) => figureInWords(read(row), formatBlockSizeProse));
  if (rows.length <= groups.size + FEW) return rows;
  return [...groups.values()].map((group) =>
    group.reduce((best, row) => (isNearer(read(row), read(best)) ? row : best)),
  );
}

function isNearer(one: RatedFigure, other: RatedFigure): boolean {
  return one.may_judge === other.may_judge ? one.share > other.share : one.may_judge;
}
