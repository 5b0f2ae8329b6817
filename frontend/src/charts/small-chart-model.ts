/** A chart small enough for a card: shapes in the coordinates of its picture. Pure. */
import type { FactorModel } from "@/charts/factor-model";
import { MAX_SERIES } from "@/charts/series-style";

export const HEIGHT = 72;
const MARGIN = 5;
/** Part of a category's width that its bars take together. */
const BARS = 0.7;

export interface Bar {
  x: number;
  y: number;
  width: number;
  height: number;
  colour: string;
}

export interface SmallLine {
  colour: string;
  dash: string | undefined;
  /** Null: its points are not joined. */
  path: string | null;
  points: { x: number; y: number }[];
}

/** A name below the picture, `at` this part of its width. */
export interface SmallTick {
  at: number;
  label: string;
}

export interface SmallChart {
  bars: Bar[];
  lines: SmallLine[];
  /** The first and the last tick, where they lie on the axis; none over categories. */
  ends: SmallTick[];
}

/** Lays out bars over categories, else lines and points, in a picture of this width. Null: nothing to draw. */
export function layOutSmallChart(model: FactorModel, isLogX: boolean, width: number): SmallChart | null {
  if (model.yAxis === null) return null;
  const [bottom, top] = model.yAxis.domain;
  const scale = isLogX && !model.isCategory ? Math.log : (value: number) => value;
  const [left, right] = [scale(model.xDomain[0]), scale(model.xDomain[1])];
  const x = (value: number) =>
    round(MARGIN + ((scale(value) - left) / (right - left)) * (width - 2 * MARGIN));
  const y = (value: number) =>
    round(HEIGHT - MARGIN - ((value - bottom) / (top - bottom)) * (HEIGHT - 2 * MARGIN));
  const styles = model.series.slice(0, MAX_SERIES).map(({ style }) => style);
  if (model.isCategory) {
    const slot = (width - 2 * MARGIN) / model.rows.length;
    const bar = round((slot * BARS) / styles.length);
    return {
      lines: [],
      ends: [],
      bars: model.rows.flatMap((row) =>
        styles.flatMap(({ colour }, i): Bar[] => {
          const mean = row.mean[i] ?? null;
          if (mean === null) return [];
          const start = round(x(row.x) + (i - styles.length / 2) * bar);
          return [
            { x: start, y: y(mean), width: round(bar * 0.9), height: round(y(bottom) - y(mean)), colour },
          ];
        }),
      ),
    };
  }
  const ends = model.xTicks.filter((_, i, { length }) => i === 0 || i === length - 1);
  return {
    bars: [],
    ends: ends.map(({ position, label }) => ({ at: x(position) / width, label })),
    lines: styles.map(({ colour, dash }, i) => {
      const means = model.rows.flatMap((row) => {
        const mean = row.mean[i] ?? null;
        return mean === null ? [] : [{ x: x(row.x), y: y(mean) }];
      });
      const isJoined = model.isJoined[i] === true && means.length > 1;
      return {
        colour,
        dash,
        path: isJoined ? means.map((point) => `${point.x},${point.y}`).join(" ") : null,
        points: isJoined ? means : (model.dots[i] ?? []).map((dot) => ({ x: x(dot.x), y: y(dot.y) })),
      };
    }),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
