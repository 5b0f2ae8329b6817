/** Marks in rows on one axis: a mark is one drive, a row is where it belongs; those that stand out are named. Pure. */
import { t } from "@lingui/core/macro";
import { linearAxis, tickLabel } from "@/charts/linear-axis";
import type { Twin } from "@/charts/twin";

export interface StripMark {
  key: string;
  value: number;
  /** Which one it is. */
  name: string;
  /** Why it stands out, in a few words; null where it does not. */
  apart: string | null;
}

export interface StripRow {
  name: string;
  marks: readonly StripMark[];
}

export interface StripInput {
  title: string;
  rows: readonly StripRow[];
  /** What all marks are held against; null where there is nothing. */
  reference: { value: number; text: string } | null;
  /** With its unit. */
  format: (value: number) => string;
  /** Unit of the axis, given the largest value: base units in one of it, and its name. */
  unitFor: (largest: number) => { factor: number; name: string };
  /** What a row is, and what a mark is: headings of the table. */
  columns: readonly [row: string, mark: string, value: string];
  /** Heading of the value in CSV, with its base unit. */
  csvValue: string;
}

export interface StripModel {
  ticks: { at: number; label: string }[];
  reference: { at: number; text: string } | null;
  rows: {
    name: string;
    /** "3 drives, 93 to 97 %". */
    words: string;
    dots: { key: string; at: number; lift: number; text: string }[];
    apart: { key: string; at: number; text: string; words: string; isLeft: boolean }[];
  }[];
  twin: Twin;
}

/** Room at the right for the axis' last label. */
const WIDEST = 0.92;
/** Marks that would lie on each other are lifted by turns, in pixels. */
const LIFTS = [0, -4, 4] as const;
/** Beyond it a name stands left of its mark. */
const TURN = 0.6;

/** Null without a mark. */
export function stripModel(input: StripInput): StripModel | null {
  const { rows, reference, format, unitFor, columns, csvValue, title } = input;
  const every = rows.flatMap(({ marks }) => marks.map(({ value }) => value));
  if (every.length === 0) return null;
  const top = Math.max(...every, reference?.value ?? 0);
  const unit = unitFor(top);
  const axis = linearAxis(top, unit.factor);
  const place = (value: number) => (value / axis.domain[1]) * WIDEST;
  return {
    ticks: axis.ticks.map((tick, i) => ({
      at: place(tick),
      label: tickLabel(axis, i, unit),
    })),
    reference: reference === null ? null : { at: place(reference.value), text: reference.text },
    rows: rows.map(({ name, marks }) => ({
      name,
      words: inWords(marks, format),
      dots: marks
        .filter(({ apart }) => apart === null)
        .map(({ key, value, name: mark }, i) => ({
          key,
          at: place(value),
          lift: LIFTS[i % LIFTS.length] ?? 0,
          text: `${mark}: ${format(value)}`,
        })),
      apart: marks
        .filter(({ apart }) => apart !== null)
        .map(({ key, value, name: mark, apart }) => ({
          key,
          at: place(value),
          text: `${mark}: ${format(value)}, ${apart ?? ""}`,
          words: `${mark}: ${apart ?? ""}`,
          isLeft: place(value) > TURN,
        })),
    })),
    twin: {
      caption: title,
      columns: [...columns, t`Outlier`],
      rows: rows.flatMap(({ name, marks }) =>
        marks.map((mark) => [name, mark.name, format(mark.value), mark.apart ?? t`no`]),
      ),
      csv: {
        header: [columns[0], columns[1], csvValue, "stands_out"],
        rows: rows.flatMap(({ name, marks }) =>
          marks.map((mark) => [name, mark.name, mark.value, mark.apart ?? ""] as const),
        ),
      },
    },
  };
}

function inWords(marks: readonly StripMark[], format: (value: number) => string): string {
  const values = marks.map(({ value }) => value);
  const [low, high] = [format(Math.min(...values)), format(Math.max(...values))];
  return `${low === high ? low : t`${low} to ${high}`}, n = ${marks.length}`;
}
