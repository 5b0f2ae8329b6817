/** Which series of a run stand together: one panel per question, the order of the page. No React, no drawing. */
import { t } from "@lingui/core/macro";
import type { Direction } from "@/lib/direction";
import type { SeriesUnit } from "@/lib/units";

export interface BucketPoint {
  t_ms: number;
  min: number;
  mean: number;
  max: number;
  n: number;
}

export interface TimeSeries {
  key: string;
  source: "fio_log" | "status_interval" | "samples";
  subject: string;
  metric: string;
  direction: string | null;
  unit: SeriesUnit;
  points: readonly BucketPoint[];
  /** Why it has no points though it was recorded; shares of older versions do not say. */
  reason?: string | null;
}

export interface TimeSeriesData {
  from_ms: number;
  to_ms: number;
  bucket_ms: number;
  reach?: number;
  series: readonly TimeSeries[];
}

export interface PanelLine {
  key: string;
  label: string;
  direction: Direction;
  points: readonly BucketPoint[];
  /** False for a sum: the extremes of a sum are not the sum of extremes. */
  hasBand: boolean;
}

export interface Panel {
  name: string;
  title: string;
  unit: SeriesUnit;
  lines: PanelLine[];
  isLogarithmic: boolean;
  /** Where the figures come from. */
  source: string;
}

/** What was recorded and cannot be drawn, by the reason why. */
export function untoldOf({ series }: TimeSeriesData): { names: string[]; reason: string }[] {
  const untold = series.flatMap(({ subject, reason }) => (reason == null ? [] : [{ subject, reason }]));
  return [...Map.groupBy(untold, ({ reason }) => reason)].map(([reason, all]) => ({
    names: [...new Set(all.map(({ subject }) => subject))],
    reason,
  }));
}

export function panelsOf({ series }: TimeSeriesData): Panel[] {
  const kept = series.filter((one) => one.points.length > 0);
  const ofUnit = (unit: SeriesUnit) => kept.filter((one) => one.unit === unit);
  const panel = (
    name: string,
    title: string,
    unit: SeriesUnit,
    from: readonly TimeSeries[],
    more: Partial<Panel> = {},
  ) => ({
    name,
    title,
    unit,
    lines: withoutIdle(from).map(lineOf),
    isLogarithmic: false,
    source: sourceOf(from),
    ...more,
  });
  const throughput = (name: string, title: string, unit: SeriesUnit): Panel => {
    const { whole, isSum } = wholeRun(ofUnit(unit));
    return panel(name, title, unit, whole, {
      lines: withoutIdle(whole).map((one) => ({ ...lineOf(one), hasBand: !isSum })),
    });
  };
  const disks = ofUnit("bytes/s").filter((one) => kindOf(one) === "disk");
  const memberNames = new Set(disks.map((one) => one.subject));
  const fioLatency = ofUnit("ns").filter((one) => one.source !== "samples");
  const temperatures = ofUnit("°C");
  const panels = [
    throughput("iops", "IOPS", "1/s"),
    throughput("bandwidth", t`Bandwidth`, "bytes/s"),
    panel("latency", t`Latency`, "ns", fioLatency.length > 0 ? fioLatency : ofUnit("ns"), {
      isLogarithmic: true,
    }),
    panel("members", t`Throughput per member`, "bytes/s", memberNames.size > 1 ? disks : []),
    panel("cpu", "CPU", "%", cpuSeries(ofUnit("%"))),
    panel("temperature", t`Temperature`, "°C", temperatures.length > 1 ? temperatures : []),
    panel("power", t`Power`, "W", ofUnit("W")),
    panel("queue", t`I/Os in flight`, "", ofUnit("")),
  ];
  // Temperature alone is still worth a panel.
  if (panels.every((one) => one.lines.length === 0))
    panels.push(panel("temperature", t`Temperature`, "°C", temperatures));
  return panels.filter((one) => one.lines.length > 0);
}

/** fio's own figures first; else the array; else the one drive, or the sum of the drives. */
function wholeRun(all: readonly TimeSeries[]): { whole: readonly TimeSeries[]; isSum: boolean } {
  const fio = all.filter((one) => one.source !== "samples");
  if (fio.length > 0) return { whole: fio, isSum: false };
  const volumes = all.filter((one) => kindOf(one) === "volume");
  if (volumes.length > 0) return { whole: volumes, isSum: false };
  const disks = all.filter((one) => kindOf(one) === "disk");
  const byDirection = Map.groupBy(disks, (one) => one.direction);
  const isSum = [...byDirection.values()].some((members) => members.length > 1);
  return { whole: isSum ? [...byDirection.values()].flatMap(sum) : disks, isSum };
}

/** Only where every member has a value: a missing one is not zero. */
function sum(members: readonly TimeSeries[]): TimeSeries[] {
  const [first] = members;
  if (first === undefined) return [];
  const others = members.slice(1).map((one) => new Map(one.points.map((point) => [point.t_ms, point.mean])));
  const points = first.points.flatMap((point) => {
    const means = others.map((other) => other.get(point.t_ms));
    if (means.some((mean) => mean === undefined)) return [];
    const mean = means.reduce<number>((total, one) => total + (one ?? 0), point.mean);
    return [{ ...point, min: mean, mean, max: mean }];
  });
  return [
    {
      ...first,
      key: `sum/${first.direction}`,
      subject: t`all ${{ members: members.length }} drives`,
      points,
    },
  ];
}

/** Busy per node; with a single one there is room for what it was busy with. Where no time was stolen, nothing is said. */
function cpuSeries(every: readonly TimeSeries[]): readonly TimeSeries[] {
  const all = every.filter(
    (one) => one.metric !== "cpu_steal_pct" || one.points.some((point) => point.max > 0),
  );
  const nodes = all.filter((one) => kindOf(one) === "node");
  const places = nodes.length > 0 ? nodes : all;
  const busy = places.filter((one) => one.metric === "cpu_busy_pct");
  return new Set(places.map((one) => one.subject)).size > 1 && busy.length > 0 ? busy : places;
}

/** A direction in which nothing moved is left out where the other one did. */
function withoutIdle(all: readonly TimeSeries[]): TimeSeries[] {
  const active = all.filter((one) => one.points.some((point) => point.max > 0));
  return active.length === 0 ? [...all] : active;
}

export function lineOf(one: TimeSeries): PanelLine {
  const direction = asDirection(one.direction);
  const metric = METRIC[one.metric];
  const parts = [nameOf(one.subject), one.direction, metric].filter((part) => part != null && part !== "");
  return { key: one.key, label: parts.join(", "), direction, points: one.points, hasBand: true };
}

/** What the panel's title does not say already. */
const METRIC: Record<string, string> = {
  clat_ns: "clat",
  slat_ns: "slat",
  lat_ns: "lat",
  await_ns: "await",
  cpu_busy_pct: t`busy`,
  cpu_busy_max_pct: t`busiest CPU`,
  cpu_sys_pct: t`system`,
  cpu_iowait_pct: t`waiting for I/O`,
  cpu_irq_pct: t`interrupts`,
  cpu_steal_pct: t`taken by the hypervisor`,
};

export function kindOf(one: TimeSeries): string | null {
  return /^(disk|volume|node|socket|sensor|power):/.exec(one.subject)?.[1] ?? null;
}

function nameOf(subject: string): string {
  const [, kind, name] = /^(disk|volume|node|socket|sensor|power):(.*)$/.exec(subject) ?? [];
  if (kind === undefined || name === undefined) return subject;
  return kind === "node" || kind === "socket" ? `${kind} ${name}` : name;
}

function asDirection(text: string | null): Direction {
  return text === "write" || text === "trim" || text === "mixed" ? text : "read";
}

export function sourceOf(all: readonly TimeSeries[]): string {
  const words = {
    fio_log: t`fio's log`,
    status_interval: t`fio's periodic status`,
    samples: t`the agent's samples`,
  };
  return [...new Set(all.map((one) => words[one.source]))].join(t` and `);
}
