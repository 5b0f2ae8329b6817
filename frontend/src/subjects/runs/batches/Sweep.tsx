import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { NumberInput, SegmentedControl } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Batch } from "@/api/types";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, latencyUnit } from "@/lib/units";
import { BestUnderLimit } from "@/subjects/runs/parts/sweep/BestUnderLimit";
import styles from "@/subjects/runs/parts/sweep/Sweep.module.css";
import { SweepCharts } from "@/subjects/runs/parts/sweep/SweepCharts";
import { SweepGrid } from "@/subjects/runs/parts/sweep/SweepGrid";
import {
  FIGURES,
  type Figure,
  MAX_PANELS,
  type SweepPlan,
  usualFigure,
} from "@/subjects/runs/parts/sweep/sweep";

const NS_PER_MS = 1e6;
const KEPT_AFTER_MS = 300;

interface SweepProps {
  batch: Batch;
  /** Null: no line of two points or more. */
  plan: SweepPlan | null;
  units: BandwidthUnits;
  /** What it is held against is called so. */
  previousName: string;
  /** The limit of the address, in ns; null: the first of the answer's. */
  p99: number | null;
  onP99: (ns: number) => void;
}

/** What was swept: rate and p99 over it side by side, every step as a grid, the best step that keeps a limit. */
export function Sweep({ batch, plan, units, previousName, p99, onP99 }: SweepProps) {
  const { repeats, answer } = batch;
  const kneeLimit = answer?.figures.find(({ p99_limit_ns }) => p99_limit_ns !== null)?.p99_limit_ns ?? null;
  const given = answer?.p99_limit_ns ?? null;
  const [limit, setLimit] = useState<number | null>(p99 ?? given ?? kneeLimit);
  // A drag passes through many limits, and an empty field is on its way to one: the address has where it stays.
  const keep = useDebouncedCallback((ns: number) => onP99(Math.max(1, Math.round(ns))), KEPT_AFTER_MS);
  const setKept = (ns: number) => {
    setLimit(ns);
    keep(ns);
  };
  // The unit is the limit's, but stays while somebody types.
  const [scale, setScale] = useState(limit ?? NS_PER_MS);
  const [nsPerUnit, unit] = latencyUnit(scale);
  const [inGrid, setInGrid] = useState<Figure | null>(null);
  const navigate = useNavigate();
  if (plan === null) return null;
  const figure = usualFigure(plan.x, repeats);
  const shown = plan.panels.slice(0, MAX_PANELS);
  const hasP99 = repeats.some(({ clat_p99_ns }) => clat_p99_ns !== null);
  return (
    <>
      {shown.map((panel) => (
        <SweepCharts
          key={panel.key}
          answer={answer}
          plan={plan}
          panel={panel}
          figure={figure}
          limit={hasP99 ? limit : null}
          onLimit={(ns) => {
            setScale(ns);
            setKept(ns);
          }}
          units={units}
          previousName={previousName}
          onPick={(run) => void navigate({ to: paths.run(run) })}
        />
      ))}
      {plan.panels.length > shown.length && (
        <p className="hint">
          <Trans>{{ count: plan.panels.length - shown.length }} more combinations in the tables below.</Trans>
        </p>
      )}
      <div className={styles.below}>
        <SweepGrid
          plan={plan}
          panels={shown}
          figure={inGrid ?? figure}
          limit={limit}
          usual={figure}
          units={units}
          actions={
            <SegmentedControl
              size="xs"
              aria-label={t`Metric in the grid`}
              data={(["iops", "p99", "bw"] as const).map((value) => ({ value, label: FIGURES[value] }))}
              value={inGrid ?? figure}
              onChange={setInGrid}
            />
          }
        />
        {hasP99 && (
          <BestUnderLimit
            plan={plan}
            panels={shown}
            figure={figure}
            limit={limit}
            kneeLimit={(answer?.goal ?? null) === null && given === null ? kneeLimit : null}
            units={units}
            input={
              <NumberInput
                size="xs"
                className={styles.limit ?? ""}
                label={t`p99 at most`}
                suffix={` ${unit}`}
                min={0.001}
                hideControls
                decimalScale={3}
                value={limit === null ? "" : limit / nsPerUnit}
                onChange={(value) => {
                  if (typeof value === "number" && value > 0) setKept(value * nsPerUnit);
                  else setLimit(null);
                }}
                onBlur={() => limit !== null && setScale(limit)}
              />
            }
          />
        )}
      </div>
    </>
  );
}
