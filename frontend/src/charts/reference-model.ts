/** What points are held against, as lines with a name: what the drives are rated at, what the slowest link carries. Pure. */
import { t } from "@lingui/core/macro";
import type { FactorLine } from "@/charts/factor-model";

export interface Reference {
  kind: ReferenceKind;
  value: number;
  text: string;
  /** Where its name stands; null: it holds for every point and is a line over the whole plot. */
  x: number | null;
}

export type ReferenceKind = "rated" | "ceiling" | "median";

const NAMES: Record<Exclude<ReferenceKind, "median">, string> = {
  rated: t`stated rating`,
  ceiling: t`slowest link`,
};

/** One line for all points where they share its value; else the last value of its course is named. */
export function referencesOf(
  lines: readonly FactorLine[],
  place: (x: number | string) => number,
  format: (value: number) => string,
  hasMedian = false,
): Reference[] {
  return [...promises(lines, place, format), ...(hasMedian ? medianOf(lines, format) : [])];
}

/** Of alike runs only: who asks for it knows that they are. */
function medianOf(lines: readonly FactorLine[], format: (value: number) => string): Reference[] {
  const values = lines
    .flatMap(({ points }) => points.flatMap((point) => point.values.map(({ value }) => value)))
    .toSorted((a, b) => a - b);
  const [low, high] = [values[Math.floor((values.length - 1) / 2)], values[Math.floor(values.length / 2)]];
  if (low === undefined || high === undefined || values.length < MIN_MEDIAN) return [];
  const value = (low + high) / 2;
  return [
    {
      kind: "median",
      value,
      text: t`median of ${{ values: values.length }} runs ${{ value: format(value) }}`,
      x: null,
    },
  ];
}

/** Of fewer runs the middle one says nothing. */
const MIN_MEDIAN = 3;

function promises(
  lines: readonly FactorLine[],
  place: (x: number | string) => number,
  format: (value: number) => string,
): Reference[] {
  return (["rated", "ceiling"] as const).flatMap((kind): Reference[] => {
    const known = lines.flatMap(({ points }) =>
      points.map((point) => ({ x: place(point.x), value: point[kind] })),
    );
    const values = known.flatMap(({ value }) => value ?? []);
    const [first] = values;
    if (first === undefined) return [];
    if (values.length === known.length && values.every((value) => value === first))
      return [{ kind, value: first, text: `${NAMES[kind]} ${format(first)}`, x: null }];
    // Courses of several lines have no end in common.
    const last = known
      .filter(({ value }) => value !== null)
      .toSorted((a, b) => a.x - b.x)
      .at(-1);
    if (last?.value == null || (lines.length > 1 && kind === "rated")) return [];
    return [{ kind, value: last.value, text: `${NAMES[kind]} ${format(last.value)}`, x: last.x }];
  });
}
