/** Distributions of drives as rows on one axis: a line from lowest to highest, a bar over the middle half, dots for single drives. Pure. */
import { t } from "@lingui/core/macro";
import { linearAxis, tickLabel } from "@/charts/linear-axis";
import type { Twin } from "@/charts/twin";

export interface QuantileRow {
  key: string;
  name: string;
  /** How many, in words. */
  count: string;
  /** Null where there are only single drives. */
  range: readonly [low: number, high: number] | null;
  /** 25th, 50th and 75th percentile; null where too few drives are known. */
  quartiles: readonly [number, number, number] | null;
  dots: readonly number[];
}

export interface QuantileInput {
  title: string;
  rows: readonly QuantileRow[];
  format: (value: number) => string;
  /** Unit of the axis, given the largest value: base units in one of it, and its name. */
  unitFor: (largest: number) => { factor: number; name: string };
  /** Heading of values in CSV, with their base unit. */
  csvValue: string;
}

/** Room at the right for the axis' last label. */
const WIDEST = 0.92;

export function quantileModel({ title, rows, format, unitFor, csvValue }: QuantileInput) {
  const top = Math.max(...rows.flatMap(({ range, dots }) => [...(range ?? []), ...dots]));
  const unit = unitFor(top);
  const axis = linearAxis(top, unit.factor);
  const place = (value: number) => (value / axis.domain[1]) * WIDEST;
  const shown = (value: number | undefined) => (value === undefined ? "–" : format(value));
  const all = ({ range, dots }: QuantileRow) => range ?? ([Math.min(...dots), Math.max(...dots)] as const);
  const twin: Twin = {
    caption: title,
    columns: [t`Set`, t`Drives`, t`Lowest`, t`25th percentile`, t`Median`, t`75th percentile`, t`Highest`],
    rows: rows.map((row) => [
      row.name,
      row.count,
      format(all(row)[0]),
      shown(row.quartiles?.[0]),
      shown(row.quartiles?.[1]),
      shown(row.quartiles?.[2]),
      format(all(row)[1]),
    ]),
    csv: {
      header: [
        "set",
        "drives",
        ...["lowest", "p25", "p50", "p75", "highest"].map((one) => `${one}_${csvValue}`),
      ],
      rows: rows.map((row) => [
        row.name,
        row.count,
        all(row)[0],
        row.quartiles?.[0] ?? null,
        row.quartiles?.[1] ?? null,
        row.quartiles?.[2] ?? null,
        all(row)[1],
      ]),
    },
  };
  return {
    ticks: axis.ticks.map((tick, i) => ({
      at: place(tick),
      label: tickLabel(axis, i, unit),
    })),
    rows: rows.map((row) => {
      const [low, high] = all(row);
      return {
        key: row.key,
        label: `${row.name}: ${low === high ? format(low) : t`${{ low: format(low) }} to ${{ high: format(high) }}`}, ${row.count}`,
        line: row.range === null ? null : ([place(row.range[0]), place(row.range[1])] as const),
        box: row.quartiles === null ? null : ([place(row.quartiles[0]), place(row.quartiles[2])] as const),
        middle: row.quartiles === null ? null : place(row.quartiles[1]),
        dots: row.dots.map((value, i) => ({ key: `${i}`, at: place(value), text: format(value) })),
      };
    }),
    twin,
  };
}
