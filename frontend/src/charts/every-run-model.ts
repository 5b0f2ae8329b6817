/** Every run of every side on one axis from zero, with what the path can carry and what the drives are rated. Pure. */
import { t } from "@lingui/core/macro";
import { linearAxis, tickLabel } from "@/charts/linear-axis";
import type { Twin } from "@/charts/twin";

/** A yardstick of one side, in the metric's unit. */
export interface Yardstick {
  kind: "ceiling" | "rated";
  value: number;
}

export interface RunLane {
  name: string;
  values: readonly { runId: string; value: number }[];
  yardsticks: readonly Yardstick[];
}

export interface EveryRunInput {
  lanes: readonly RunLane[];
  /** With its unit. */
  format: (value: number) => string;
  /** Unit of the axis, given the largest value: base units in one of it, and its name. */
  unitFor: (largest: number) => { factor: number; name: string };
  /** Heading of the metric in CSV, with its base unit. */
  csvMetric: string;
  title: string;
}

export interface EveryRunModel {
  ticks: { at: number; label: string }[];
  lanes: {
    name: string;
    /** The range of its runs in words. */
    words: string;
    /** From the lowest run to the highest, shares of the width 0..1; null below two runs. */
    span: readonly [number, number] | null;
    dots: { at: number; runId: string; text: string }[];
    lines: { kind: Yardstick["kind"]; at: number; text: string }[];
  }[];
  /** The yardsticks in words, those beyond the axis, too. */
  yardsticks: string[];
  twin: Twin;
}

/** A yardstick further out than this many times the largest run would squeeze all runs into a corner. */
const MAX_REACH = 4;
/** Room at the right for the axis' last label. */
const WIDEST = 0.92;
const WORD = { ceiling: t`dotted: link limit`, rated: t`dashed: drive rating` } as const;

/** Null when no side has a run with this metric. */
export function everyRunModel({
  lanes,
  format,
  unitFor,
  csvMetric,
  title,
}: EveryRunInput): EveryRunModel | null {
  const largest = Math.max(0, ...lanes.flatMap(({ values }) => values.map(({ value }) => value)));
  if (largest === 0) return null;
  const isNear = ({ value }: Yardstick) => value <= largest * MAX_REACH;
  const near = lanes.flatMap(({ yardsticks }) => yardsticks.filter(isNear).map(({ value }) => value));
  const top = Math.max(largest, ...near);
  const unit = unitFor(top);
  const axis = linearAxis(top, unit.factor);
  const place = (value: number) => (value / axis.domain[1]) * WIDEST;
  return {
    ticks: axis.ticks.map((tick, i) => ({
      at: place(tick),
      label: tickLabel(axis, i, unit),
    })),
    lanes: lanes.map(({ name, values, yardsticks }) => ({
      name,
      words: rangeInWords(values, format),
      span: values.length < 2 ? null : [place(lowest(values)), place(highest(values))],
      dots: values.map(({ runId, value }) => ({
        at: place(value),
        runId,
        text: `${name}: ${format(value)}`,
      })),
      lines: yardsticks.filter(isNear).map(({ kind, value }) => ({
        kind,
        at: place(value),
        text: `${name}: ${WORD[kind]} ${format(value)}`,
      })),
    })),
    yardsticks: (["ceiling", "rated"] as const).flatMap((kind) => inWords(kind, lanes, format, isNear)),
    twin: {
      caption: title,
      columns: [t`Side`, t`Lowest to highest run`, t`Link limit`, t`Drive rating`, "n"],
      rows: lanes.map(({ name, values, yardsticks }) => [
        name,
        rangeInWords(values, format).replace(/, n = \d+$/, ""),
        ...(["ceiling", "rated"] as const).map((kind) => {
          const yardstick = yardsticks.find((one) => one.kind === kind);
          return yardstick === undefined ? t`unknown` : format(yardstick.value);
        }),
        String(values.length),
      ]),
      csv: {
        header: ["side", "run_id", csvMetric],
        rows: lanes.flatMap(({ name, values }) =>
          values.map(({ runId, value }) => [name, runId, value] as const),
        ),
      },
    },
  };
}

/** Once where all sides have the same, else side by side. */
function inWords(
  kind: Yardstick["kind"],
  lanes: readonly RunLane[],
  format: (value: number) => string,
  isNear: (one: Yardstick) => boolean,
): string[] {
  const told = lanes.flatMap(({ name, yardsticks }) => {
    const yardstick = yardsticks.find((one) => one.kind === kind);
    return yardstick === undefined
      ? []
      : [{ name, text: `${format(yardstick.value)}${isNear(yardstick) ? "" : t`, beyond the axis`}` }];
  });
  const [first] = told;
  if (first === undefined) return [];
  const isOne = told.length === lanes.length && told.every(({ text }) => text === first.text);
  return [
    `${WORD[kind]} ${isOne ? first.text : told.map(({ name, text }) => `${text} (${name})`).join(", ")}`,
  ];
}

function rangeInWords(values: RunLane["values"], format: (value: number) => string): string {
  if (values.length === 0) return t`not measured`;
  const [low, high] = [format(lowest(values)), format(highest(values))];
  return `${low === high ? low : t`${low} to ${high}`}, n = ${values.length}`;
}

function lowest(values: RunLane["values"]): number {
  return Math.min(...values.map(({ value }) => value));
}

function highest(values: RunLane["values"]): number {
  return Math.max(...values.map(({ value }) => value));
}
