/** Changes from base with their intervals, oriented so that right is better whatever the metric. Pure. */
import { t } from "@lingui/core/macro";
import type { Twin } from "@/charts/twin";
import { formatChange, MISSING } from "@/lib/units";

export interface EffectBar {
  /** new/base; null where a side has no value. */
  ratio: number | null;
  ci95: readonly number[] | null;
  /** Of ratio and interval; a share of an older version does not say. */
  decimals: number | null | undefined;
  verdict: "better" | "worse" | "no_difference_shown" | "not_enough_runs";
}

export interface EffectRow {
  key: string;
  name: string;
  /** What it stands under; "" or absent: nothing. */
  group?: string;
  /** One per new side. */
  bars: readonly (EffectBar | null)[];
}

export interface DrawnEffect {
  /** Shares of the plot's width, 0..1. */
  from: number;
  to: number;
  whisker: readonly [number, number] | null;
  colour: string;
  label: string;
}

export interface EffectModel {
  /** Where no change stands. */
  zero: number;
  ticks: { at: number; label: string }[];
  rows: { key: string; name: string; group: string; bars: (DrawnEffect | null)[] }[];
  twin: Twin;
}

const STEPS = [1, 2, 5];
const MAX_TICKS = 6;
/** Room for half a tick label at both ends. */
const EDGE = 0.075;
const COLOUR: Record<EffectBar["verdict"], string> = {
  better: "var(--ok)",
  worse: "var(--bad)",
  no_difference_shown: "var(--ref)",
  not_enough_runs: "var(--ref)",
};

/** Null when no row has a change. `sideNames`: of the new sides. */
export function effectModel(
  rows: readonly EffectRow[],
  sideNames: readonly string[],
  isLowerBetter: boolean,
  title: string,
): EffectModel | null {
  const changes = rows
    .flatMap(({ bars }) => bars)
    .flatMap((bar) => (bar === null || bar.ratio === null ? [] : [bar.ratio, ...(bar.ci95 ?? [])]))
    .map((ratio) => ratio - 1);
  if (changes.length === 0) return null;
  const step = stepFor(Math.min(0, ...changes), Math.max(0, ...changes));
  const low = Math.floor(Math.min(0, ...changes) / step - 1e-9) * step;
  const high = Math.ceil(Math.max(0, ...changes) / step + 1e-9) * step;
  const place = (change: number) => {
    const share = (change - low) / (high - low);
    return EDGE + (1 - 2 * EDGE) * (isLowerBetter ? 1 - share : share);
  };
  const count = Math.round((high - low) / step);
  return {
    zero: place(0),
    ticks: Array.from({ length: count + 1 }, (_, i) => low + i * step).map((change) => ({
      at: place(change),
      label: tickLabel(change),
    })),
    rows: rows.map(({ key, name, group = "", bars }) => ({
      key,
      name,
      group,
      bars: bars.map((bar) => drawn(bar, place)),
    })),
    twin: twinOf(rows, sideNames, title),
  };
}

function drawn(bar: EffectBar | null, place: (change: number) => number): DrawnEffect | null {
  if (bar === null || bar.ratio === null) return null;
  const ends = [place(0), place(bar.ratio - 1)].toSorted((a, b) => a - b);
  const whisker = (bar.ci95 ?? []).map((ratio) => place(ratio - 1)).toSorted((a, b) => a - b);
  const [from = 0, to = 0] = ends;
  const [left, right] = whisker;
  return {
    from,
    to,
    whisker: left === undefined || right === undefined ? null : [left, right],
    colour: COLOUR[bar.verdict],
    label: formatChange(bar.ratio, bar.decimals),
  };
}

/** Round steps of a change: 1 %, 2 %, 5 %, 10 %, … */
function stepFor(low: number, high: number): number {
  const span = Math.max(high - low, 0.01);
  const decade = 10 ** Math.floor(Math.log10(span / MAX_TICKS));
  // Four steps always hold one that is wide enough.
  return (STEPS.find((one) => span / (one * decade) <= MAX_TICKS - 1) ?? 10) * decade;
}

function tickLabel(change: number): string {
  const percent = Number((change * 100).toPrecision(6));
  const sign = percent > 0 ? "+" : percent < 0 ? "−" : "";
  return `${sign}${Math.abs(percent)}\u00a0%`;
}

function twinOf(rows: readonly EffectRow[], sideNames: readonly string[], title: string): Twin {
  const several = sideNames.length > 1;
  const flat = rows.flatMap(({ name, bars }) =>
    bars.map((bar, side) => ({ name: several ? `${name}, ${sideNames[side] ?? ""}` : name, bar })),
  );
  return {
    caption: title,
    columns: [t`Row`, t`Change`, "95 % interval"],
    rows: flat.map(({ name, bar }) => [
      name,
      formatChange(bar?.ratio, bar?.decimals),
      bar?.ci95 == null ? MISSING : bar.ci95.map((ratio) => formatChange(ratio, bar.decimals)).join(t` to `),
    ]),
    csv: {
      header: ["row", "ratio", "ratio_ci95_low", "ratio_ci95_high"],
      rows: flat.map(({ name, bar }) => [
        name,
        bar?.ratio ?? null,
        bar?.ci95?.[0] ?? null,
        bar?.ci95?.[1] ?? null,
      ]),
    },
  };
}
