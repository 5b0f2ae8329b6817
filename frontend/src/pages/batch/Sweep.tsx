import { NumberInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { Batch } from "@/api/types";
import { SweepChart } from "@/charts/SweepChart";
import { sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, formatBandwidth, formatIops } from "@/lib/units";
import { BestUnderLimit } from "@/pages/batch/BestUnderLimit";
import styles from "@/pages/batch/Sweep.module.css";
import { SweepGrid } from "@/pages/batch/SweepGrid";
import {
  chartLines,
  kneeOf,
  optionTitle,
  type Panel,
  type SweepPlan,
  sweepPlan,
  tickOf,
  usualFigure,
} from "@/pages/batch/sweep";

const HEIGHT = 280;
/** Small multiples: more than these are a wall. */
const MAX_PANELS = 8;
const NS_PER_MS = 1e6;
const KEPT_AFTER_MS = 300;

interface SweepProps {
  batch: Batch;
  units: BandwidthUnits;
  /** The limit of the address, in ns; null: the first of the answer's. */
  p99: number | null;
  onP99: (ns: number) => void;
}

/** What was swept: rate and p99 over it side by side, every step as a grid, the best step that keeps a limit. */
export function Sweep({ batch, units, p99, onP99 }: SweepProps) {
  const { swept, repeats, previous, answer } = batch;
  const plan = useMemo(
    () => sweepPlan(swept, repeats, previous?.repeats ?? []),
    [swept, repeats, previous?.repeats],
  );
  const [limit, setLimit] = useState<number | null>(
    p99 ?? answer?.figures.find(({ p99_limit_ns }) => p99_limit_ns !== null)?.p99_limit_ns ?? null,
  );
  // A drag passes through many limits, and an empty field is on its way to one: the address has where it stays.
  const keep = useDebouncedCallback((ns: number) => onP99(Math.max(1, Math.round(ns))), KEPT_AFTER_MS);
  const setKept = (ns: number) => {
    setLimit(ns);
    keep(ns);
  };
  if (plan === null || plan.panels.length === 0) return null;
  const figure = usualFigure(plan.x, repeats);
  const shown = plan.panels.slice(0, MAX_PANELS);
  const hasP99 = repeats.some(({ clat_p99_ns }) => clat_p99_ns !== null);
  return (
    <>
      {shown.map((panel) => (
        <Charts
          key={panel.key}
          batch={batch}
          plan={plan}
          panel={panel}
          figure={figure}
          limit={hasP99 ? limit : null}
          onLimit={setKept}
          units={units}
        />
      ))}
      {plan.panels.length > shown.length && (
        <p className={styles.note}>
          {plan.panels.length - shown.length} more combinations are in the tables below.
        </p>
      )}
      <div className={styles.below}>
        <SweepGrid plan={plan} panels={shown} limit={limit} usual={figure} units={units} />
        {hasP99 && (
          <BestUnderLimit
            plan={plan}
            panels={shown}
            figure={figure}
            limit={limit}
            units={units}
            input={
              <NumberInput
                size="xs"
                className={styles.limit ?? ""}
                label="p99 at most"
                suffix=" ms"
                min={0.001}
                hideControls
                decimalScale={3}
                value={limit === null ? "" : limit / NS_PER_MS}
                onChange={(value) => {
                  if (typeof value === "number" && value > 0) setKept(value * NS_PER_MS);
                  else setLimit(null);
                }}
              />
            }
          />
        )}
      </div>
    </>
  );
}

interface ChartsProps {
  batch: Batch;
  plan: SweepPlan;
  panel: Panel;
  figure: "iops" | "bw";
  limit: number | null;
  onLimit: (ns: number) => void;
  units: BandwidthUnits;
}

function Charts({ batch, plan, panel, figure, limit, onLimit, units }: ChartsProps) {
  const navigate = useNavigate();
  const rates = useMemo(() => chartLines(panel, figure), [panel, figure]);
  const latencies = useMemo(() => chartLines(panel, "p99"), [panel]);
  const formatX = useMemo(() => tickOf(plan.x), [plan.x]);
  const knee = kneeOf(panel, batch.answer?.knee ?? null);
  const kneeStep = panel.lines
    .find(({ key }) => key === knee?.line)
    ?.steps.find(({ x }) => x === knee?.x)?.repeat;
  const kneeRate =
    kneeStep === undefined
      ? null
      : figure === "iops"
        ? formatIops(kneeStep.iops_mean)
        : formatBandwidth(kneeStep.bw_mean_bytes_per_s, units);
  const words = `${optionTitle(plan.x)}${panel.label === "" ? "" : `: ${panel.label}`}`;
  const pick = (line: string, x: number | string) => {
    const [run] =
      panel.lines.find(({ key }) => key === line)?.steps.find((step) => step.x === x)?.repeat.run_ids ?? [];
    if (run !== undefined) void navigate({ to: paths.run(run) });
  };
  const most = Math.max(...panel.lines.flatMap(({ steps }) => steps.map(({ repeat }) => repeat.n)));
  const marks =
    most === 1 ? "a point is one run" : "a point is the mean of alike runs, the bar its 95 % interval";
  const common = {
    xTitle: optionTitle(plan.x),
    formatX,
    units,
    height: HEIGHT,
    onPick: pick,
  };
  return (
    <div className={styles.pair}>
      <SweepChart
        {...common}
        name={`${figure}-over-${plan.x}`}
        title={`${figure === "iops" ? "IOPS" : "Bandwidth"} over ${words}`}
        subtitle={sentenceCase(marks)}
        lines={rates}
        unit={figure === "iops" ? "1/s" : "bytes/s"}
        csvTitle={figure === "iops" ? "iops" : "bw_bytes_per_s"}
        isLog={false}
        mark={knee === null ? null : { ...knee, text: `knee: ${kneeRate} at ${formatX(knee.x)}` }}
      />
      <SweepChart
        {...common}
        name={`p99-over-${plan.x}`}
        title={`Latency p99 over ${words}`}
        subtitle={
          most === 1
            ? "Completion latency; drag the limit, the best step follows"
            : "Completion latency, median and range of the runs; drag the limit, the best step follows"
        }
        lines={latencies}
        unit="ns"
        csvTitle="clat_p99_ns"
        isLog
        limit={limit === null ? null : { value: limit, name: "p99 limit", onChange: onLimit }}
      />
    </div>
  );
}
