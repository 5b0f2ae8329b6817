import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import type { Batch } from "@/api/types";
import { SweepChart } from "@/charts/SweepChart";
import { sentenceCase } from "@/lib/format";
import { type BandwidthUnits, formatBandwidth, formatIops } from "@/lib/units";
import styles from "@/subjects/runs/parts/sweep/Sweep.module.css";
import {
  chartLines,
  kneeOf,
  optionTitle,
  type Panel,
  type SweepPlan,
  tickOf,
  valueInWords,
} from "@/subjects/runs/parts/sweep/sweep";

const HEIGHT = 280;

interface SweepChartsProps {
  answer: Pick<NonNullable<Batch["answer"]>, "knee" | "goal"> | null;
  plan: SweepPlan;
  panel: Panel;
  figure: "iops" | "bw";
  /** ns; null: none is set. */
  limit: number | null;
  onLimit: (ns: number) => void;
  units: BandwidthUnits;
  /** What the batch of the dots is called. */
  previousName?: string;
  /** Where a point leads; where there is nothing to lead to, none. */
  onPick?: (runId: string) => void;
}

/** Rate and p99 over what was swept, side by side; the knee or the best step of a search is circled, the limit a line that can be moved. */
export function SweepCharts(props: SweepChartsProps) {
  const { answer, plan, panel, figure, limit, onLimit, units, onPick, previousName } = props;
  const rates = useMemo(() => chartLines(panel, figure), [panel, figure]);
  const latencies = useMemo(() => chartLines(panel, "p99"), [panel]);
  const formatX = useMemo(() => tickOf(plan.x), [plan.x]);
  const knee = kneeOf(panel, answer?.knee ?? null);
  const kneeStep = panel.lines
    .find(({ key }) => key === knee?.line)
    ?.steps.find(({ x }) => x === knee?.x)?.repeat;
  const kneeRate =
    kneeStep === undefined
      ? null
      : figure === "iops"
        ? `${formatIops(kneeStep.iops_mean)} IOPS`
        : formatBandwidth(kneeStep.bw_mean_bytes_per_s, units);
  const place = knee === null ? "" : valueInWords(plan.x, knee.x);
  const words = `${optionTitle(plan.x)}${panel.label === "" ? "" : `: ${panel.label}`}`;
  const pick = (line: string, x: number | string) => {
    const [run] =
      panel.lines.find(({ key }) => key === line)?.steps.find((step) => step.x === x)?.repeat.run_ids ?? [];
    if (run !== undefined) onPick?.(run);
  };
  const most = Math.max(...panel.lines.flatMap(({ steps }) => steps.map(({ repeat }) => repeat.n)));
  const marks = plural(most, {
    one: "one run per step",
    other: "points: mean of repeats; error bars: 95 % CI",
  });
  const common = {
    xTitle: optionTitle(plan.x),
    formatX,
    units,
    height: HEIGHT,
    ...(onPick === undefined ? {} : { onPick: pick }),
    ...(previousName === undefined ? {} : { previousName }),
  };
  return (
    <div className={styles.pair}>
      <SweepChart
        {...common}
        name={`${figure}-over-${plan.x}`}
        title={t`${{ figure: figure === "iops" ? "IOPS" : t`Bandwidth` }} vs. ${words}`}
        subtitle={sentenceCase(marks)}
        lines={rates}
        unit={figure === "iops" ? "1/s" : "bytes/s"}
        csvTitle={figure === "iops" ? "iops" : "bw_bytes_per_s"}
        isLog={false}
        mark={
          knee === null
            ? null
            : {
                ...knee,
                text:
                  (answer?.goal ?? null) === null
                    ? t`knee: ${{ rate: kneeRate ?? "" }} at ${place}`
                    : t`best: ${{ rate: kneeRate ?? "" }} at ${place}`,
              }
        }
      />
      <SweepChart
        {...common}
        name={`p99-over-${plan.x}`}
        title={t`p99 latency vs. ${words}`}
        subtitle={plural(most, {
          one: "Drag the line to set a p99 limit",
          other: "Median and range. Drag the line to set a p99 limit",
        })}
        lines={latencies}
        unit="ns"
        csvTitle="clat_p99_ns"
        isLog
        limit={limit === null ? null : { value: limit, name: t`p99 limit`, onChange: onLimit }}
      />
    </div>
  );
}
