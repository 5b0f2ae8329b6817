/** Every side's median as a bar, every run as a dot: in the metric's unit for one workload, against base for several. */
import { t } from "@lingui/core/macro";
import { linearAxis, tickLabel } from "@/charts/linear-axis";
import type { Twin } from "@/charts/twin";
import { MISSING } from "@/lib/units";

export interface SideFigure {
  median: number;
  values: readonly { runId: string; value: number }[];
}

export interface SideRow {
  key: string;
  name: string;
  /** What it stands under; "" or absent: nothing. */
  group?: string;
  /** Base first; null where this side did not measure it. */
  sides: readonly (SideFigure | null)[];
}

export interface DrawnSide {
  /** Shares of the plot's width, 0..1. */
  end: number;
  whisker: readonly [number, number] | null;
  dots: { at: number; runId: string; text: string }[];
  label: string;
}

export interface SideBarsModel {
  isRelative: boolean;
  ticks: { at: number; label: string }[];
  rows: { key: string; name: string; group: string; sides: (DrawnSide | null)[] }[];
  twin: Twin;
}

export interface SideBarsInput {
  rows: readonly SideRow[];
  sideNames: readonly string[];
  /** With its unit. */
  format: (value: number) => string;
  /** Unit of the axis, given the largest value: base units in one of it, and its name. */
  unitFor: (largest: number) => { factor: number; name: string };
  /** Heading of the metric in CSV, with its base unit. */
  csvMetric: string;
  title: string;
}

/** Room at the right for the value behind the longest bar. */
const WIDEST = 0.8;

/** Null when nothing was measured. */
export function sideBarsModel(input: SideBarsInput): SideBarsModel | null {
  const { rows, format } = input;
  const isRelative = rows.length > 1;
  // A row without base, or with a base of nothing, cannot be drawn against it.
  const drawable = rows.flatMap((row) => {
    if (!isRelative) return [{ row, unit: 1 }];
    const base = row.sides[0]?.median;
    return base === undefined || base <= 0 ? [] : [{ row, unit: base / 100 }];
  });
  const largest = Math.max(
    0,
    ...drawable.flatMap(({ row, unit }) =>
      row.sides.flatMap((side) => side?.values.map(({ value }) => value / unit) ?? []),
    ),
  );
  if (largest === 0) return null;
  const unit = isRelative ? { factor: 1, name: "%" } : input.unitFor(largest);
  const axis = linearAxis(largest, unit.factor);
  const place = (value: number) => (value / axis.domain[1]) * WIDEST;
  return {
    isRelative,
    ticks: axis.ticks.map((tick, i) => ({
      at: place(tick),
      // The unit stands once, behind the last.
      label: tickLabel(axis, i, unit),
    })),
    rows: drawable.map(({ row, unit }) => ({
      key: row.key,
      name: row.name,
      group: row.group ?? "",
      sides: row.sides.map((side) => (side === null ? null : drawn(side, unit, place, format))),
    })),
    twin: twinOf(input),
  };
}

function drawn(
  side: SideFigure,
  unit: number,
  place: (value: number) => number,
  format: (value: number) => string,
): DrawnSide {
  const values = side.values.map(({ value }) => value);
  return {
    end: place(side.median / unit),
    whisker:
      values.length < 2 ? null : [place(Math.min(...values) / unit), place(Math.max(...values) / unit)],
    dots: side.values.map(({ runId, value }) => ({ at: place(value / unit), runId, text: format(value) })),
    label: `${format(side.median)}${values.length === 1 ? " (n = 1)" : ""}`,
  };
}

function twinOf({ rows, sideNames, format, csvMetric, title }: SideBarsInput): Twin {
  return {
    caption: title,
    columns: [
      t`Workload`,
      ...sideNames.flatMap((name) => [name, t`${{ name }}, lowest to highest`, t`${{ name }}, n`]),
    ],
    rows: rows.map(({ name, sides }) => [
      name,
      ...sides.flatMap((side) => {
        if (side === null) return [MISSING, MISSING, "0"];
        const values = side.values.map(({ value }) => value);
        const range = t`${{ min: format(Math.min(...values)) }} to ${{ max: format(Math.max(...values)) }}`;
        return [format(side.median), values.length < 2 ? MISSING : range, String(values.length)];
      }),
    ]),
    csv: {
      header: ["workload", "side", "run_id", csvMetric],
      rows: rows.flatMap(({ name, sides }) =>
        sides.flatMap((side, i) =>
          (side?.values ?? []).map(({ runId, value }) => [name, sideNames[i] ?? "", runId, value]),
        ),
      ),
    },
  };
}
