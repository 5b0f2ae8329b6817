/** From lanes of one clock to where their lines are drawn: pixels, ticks, phases, what the cursor says. No React. */
import { t } from "@lingui/core/macro";
import { bandPath } from "@/charts/band-path";
import type { Series } from "@/charts/series-style";
import { timeTicks } from "@/charts/time-axis";
import {
  momentsOf,
  type TimeGrid,
  type TimeRow,
  type TimeSeriesModel,
  timeSeriesModel,
  twinOfLines,
} from "@/charts/time-series-model";
import type { Panel } from "@/charts/time-series-panels";
import type { Twin } from "@/charts/twin";
import { type BandwidthUnits, formatSeriesValue, type SeriesUnit } from "@/lib/units";

export interface Span {
  from_ms: number;
  to_ms: number;
}

export interface ClockPhase extends Span {
  name: "before" | "ramp" | "unknown" | "measured";
  /** Whose part it is, where jobs ran one after the other. */
  job?: string | null;
}

export interface ClockLane {
  name: string;
  title: string;
  unit: SeriesUnit;
  model: TimeSeriesModel;
}

/** A lane's name stands above its plot, with what its lines are. */
export const LANE = { title: 20, plot: 84, gap: 14 };
const LANE_HEIGHT = LANE.title + LANE.plot + LANE.gap;
export const PHASES_HEIGHT = 30;
const AXIS_HEIGHT = 22;

export const PHASE_WORDS: Record<ClockPhase["name"], string> = {
  before: t`start and file layout`,
  ramp: t`ramp, not counted`,
  unknown: t`layout or ramp unknown`,
  measured: t`measured`,
};

/** Where the long words have no room. */
export const PHASE_SHORT: Record<ClockPhase["name"], string> = {
  before: t`layout`,
  ramp: t`ramp`,
  unknown: t`unknown`,
  measured: t`measured`,
};

/** What is drawn has this height, with or without phases: the axis and its band belong to every clock. */
export function clockHeight(lanes: number): number {
  return PHASES_HEIGHT + lanes * LANE_HEIGHT + AXIS_HEIGHT;
}

export function laneTop(index: number): number {
  return PHASES_HEIGHT + index * LANE_HEIGHT + LANE.title;
}

/** `whole` are the lanes over the whole run: axes stay while a part is shown. */
export function clockLanes(
  shown: readonly Panel[],
  whole: readonly Panel[],
  grid: TimeGrid,
  units: BandwidthUnits,
): ClockLane[] {
  return whole.map((panel) => {
    const part = shown.find((one) => one.name === panel.name) ?? { ...panel, lines: [] };
    const model = timeSeriesModel(part, panel, grid, units);
    return { name: panel.name, title: panel.title, unit: panel.unit, model };
  });
}

/** Everything of the clock in one table. */
export function clockTwin(title: string, panels: readonly Panel[], units: BandwidthUnits): Twin {
  return twinOfLines(title, linesOf(panels), units);
}

/** The moments at which any line has a value: where the cursor can stand. */
export function clockMoments(panels: readonly Panel[]): number[] {
  return momentsOf(linesOf(panels));
}

function linesOf(panels: readonly Panel[]) {
  return panels.flatMap((panel) =>
    panel.lines.map((line) => ({
      label: `${panel.title}: ${line.label}`,
      unit: panel.unit,
      points: line.points,
    })),
  );
}

export interface Scales {
  x: (ms: number) => number;
  /** Pixels back to a moment. */
  at: (x: number) => number;
}

export function clockScales(domain: Span, left: number, right: number): Scales {
  const length = Math.max(1, domain.to_ms - domain.from_ms);
  const width = Math.max(1, right - left);
  return {
    x: (ms) => left + ((ms - domain.from_ms) / length) * width,
    at: (x) => domain.from_ms + (Math.min(Math.max(x - left, 0), width) / width) * length,
  };
}

/** As many ticks as have room for their words. */
export function clockTicks(domain: Span, width: number): number[] {
  const ticks = timeTicks(domain.from_ms, domain.to_ms);
  const every = Math.max(1, Math.ceil((ticks.length * 64) / Math.max(1, width)));
  return ticks.filter((_, i) => i % every === 0);
}

/** Height of a value within a lane, pixels from the lane's top. */
export function laneScale({ model }: ClockLane, isLogarithmic: boolean): (value: number) => number {
  const [low, high] = model.axis.domain;
  if (isLogarithmic && low > 0) {
    const span = Math.log(high / low) || 1;
    return (value) => LANE.plot * (1 - Math.log(Math.max(value, low) / low) / span);
  }
  return (value) => LANE.plot * (1 - (value - low) / (high - low || 1));
}

/** Line and band of one series; a gap ends a piece, a value between two gaps is a dot. */
export function linePaths(
  rows: readonly TimeRow[],
  column: number,
  x: (ms: number) => number,
  y: (value: number) => number,
): { line: string; band: string; dots: { x: number; y: number }[] } {
  const parts: string[] = [];
  const dots: { x: number; y: number }[] = [];
  rows.forEach((row, i) => {
    const value = row.mean[column] ?? null;
    if (value === null) return;
    const hasBefore = (rows[i - 1]?.mean[column] ?? null) !== null;
    const hasAfter = (rows[i + 1]?.mean[column] ?? null) !== null;
    if (!hasBefore && !hasAfter) dots.push({ x: x(row.t), y: y(value) });
    else parts.push(`${hasBefore ? "L" : "M"}${tenth(x(row.t))} ${tenth(y(value))}`);
  });
  const corners = rows.map((row) => ({ at: row.t, band: row.band[column] ?? null }));
  return { line: parts.join(""), band: bandPath(corners, x, y), dots };
}

function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

export interface CursorRow {
  series: Series;
  value: string;
}

/** More rows than this hide the chart they explain: a lane of many lines then says from where to where. */
const MAX_CURSOR_ROWS = 12;

/** What every lane says at a moment. */
export function cursorRows(
  lanes: readonly ClockLane[],
  grid: TimeGrid,
  ms: number,
  units: BandwidthUnits,
): CursorRow[] {
  const place = Math.round((ms - grid.from_ms) / grid.bucket_ms);
  const told = lanes.map((lane) => {
    const row = lane.model.rows[place];
    return lane.model.series.flatMap((series, i) => {
      const point = row?.points[i] ?? null;
      return point === null ? [] : [{ lane, series, mean: point.mean }];
    });
  });
  const isMany = told.flat().length > MAX_CURSOR_ROWS;
  return told.flatMap((values): CursorRow[] => {
    const [first] = values;
    if (first === undefined) return [];
    const shown = (value: number) => formatSeriesValue(value, first.lane.unit, units);
    const { title } = first.lane;
    if (isMany && values.length > 1) {
      const means = values.map(({ mean }) => mean);
      const text = t`${{ min: shown(Math.min(...means)) }} to ${{ max: shown(Math.max(...means)) }}`;
      return [
        { series: { ...first.series, label: t`${title}, ${{ values: values.length }} lines` }, value: text },
      ];
    }
    return values.map(({ series, mean }) => ({
      series: { ...series, label: values.length === 1 ? title : `${title}: ${series.label}` },
      value: shown(mean),
    }));
  });
}

/** The moment nearest to one, by place in the list; -1 of an empty one. */
export function nearestMoment(moments: readonly number[], ms: number): number {
  let best = -1;
  moments.forEach((moment, i) => {
    if (best === -1 || Math.abs(moment - ms) < Math.abs((moments[best] ?? 0) - ms)) best = i;
  });
  return best;
}
