import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Fragment, type ReactNode } from "react";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatIops,
  formatLatency,
  formatLatencyTick,
} from "@/lib/units";
import styles from "@/subjects/runs/parts/sweep/Sweep.module.css";
import {
  bestUnder,
  type Figure,
  figureOf,
  optionTitle,
  type Panel,
  type Step,
  type SweepPlan,
  valueInWords,
} from "@/subjects/runs/parts/sweep/sweep";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { Table } from "@/ui/Table";

/** Of the accent; more would take the figure its contrast. */
const MAX_ACCENT_PCT = 38;

interface SweepGridProps {
  plan: SweepPlan;
  panels: readonly Panel[];
  figure: Figure;
  /** ns; null: none is set. */
  limit: number | null;
  usual: "iops" | "bw";
  units: BandwidthUnits;
  title?: string;
  actions?: ReactNode;
}

/** Every step in its place: options across and down, the figure in each cell. */
export function SweepGrid(props: SweepGridProps) {
  const { plan, panels, figure, limit, usual, units, title = t`All steps`, actions } = props;
  const format = (value: number) =>
    figure === "iops"
      ? formatIops(value)
      : figure === "p99"
        ? formatLatency(value)
        : formatBandwidth(value, units);
  const steps = panels.flatMap(({ lines }) => lines.flatMap((line) => line.steps));
  const basis = steps.some(({ repeat }) => repeat.n > 1)
    ? t`Mean of repeats; p99: median`
    : t`One run per step`;
  const limitText = limit === null ? null : formatLatencyTick(limit);
  return (
    <Card
      title={title}
      subtitle={
        limitText === null
          ? basis
          : t`${basis}. Boxed: best step with p99 up to ${limitText}. ▲: p99 above ${limitText}`
      }
      actions={actions}
      isFlush
    >
      {panels.map((panel) => (
        <Fragment key={panel.key}>
          {panel.label !== "" && panels.length > 1 && (
            <h3 className="muted small" style={{ padding: "10px 16px 6px" }}>
              {panel.label}
            </h3>
          )}
          <Grid
            title={title}
            plan={plan}
            panel={panel}
            figure={figure}
            usual={usual}
            limit={limit}
            format={format}
          />
        </Fragment>
      ))}
    </Card>
  );
}

interface GridProps extends Pick<SweepGridProps, "plan" | "limit" | "usual"> {
  title: string;
  panel: Panel;
  figure: Figure;
  format: (value: number) => string;
}

function Grid({ title, plan, panel, figure, usual, limit, format }: GridProps) {
  const all = panel.lines.flatMap(({ steps }) => steps);
  const xs = [...new Set(all.map(({ x }) => x))].toSorted((a, b) => Number(a) - Number(b));
  const values = all.flatMap(({ repeat }) => figureOf(repeat, figure) ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const best = limit === null ? null : bestUnder(all, limit, usual);
  const share = (value: number) => (high > low ? (value - low) / (high - low) : 0.5);
  return (
    <div className={styles.grid}>
      <Table
        caption={`${title}${panel.label === "" ? "" : `: ${panel.label}`}`}
        columns={[
          { name: plan.by === null ? t`Workload` : optionTitle(plan.by) },
          ...xs.map((x) => ({ name: valueInWords(plan.x, x), isNumeric: true })),
        ]}
      >
        {panel.lines.map((line) => (
          <tr key={line.key}>
            <th scope="row">
              <code>{line.label}</code>
            </th>
            {xs.map((x) => (
              <Cell
                key={x}
                step={line.steps.find((step) => step.x === x)}
                figure={figure}
                share={share}
                limit={limit}
                isBest={(step) => step === best}
                format={format}
              />
            ))}
          </tr>
        ))}
      </Table>
    </div>
  );
}

interface CellProps {
  step: Step | undefined;
  figure: Figure;
  share: (value: number) => number;
  limit: number | null;
  isBest: (step: Step) => boolean;
  format: (value: number) => string;
}

function Cell({ step, figure, share, limit, isBest, format }: CellProps) {
  const value = step === undefined ? null : figureOf(step.repeat, figure);
  if (step === undefined || value === null)
    return (
      <td className={styles.number}>
        <Missing reason={step === undefined ? t`no run of this step` : t`the output has no such value`} />
      </td>
    );
  const isAbove = limit !== null && (step.repeat.clat_p99_ns ?? 0) > limit;
  return (
    <td
      className={`${styles.number} ${isBest(step) ? styles.best : ""}`}
      style={{
        background: `color-mix(in oklab, var(--accent) ${Math.round(share(value) * MAX_ACCENT_PCT)}%, var(--panel))`,
      }}
      title={`n = ${step.repeat.n}`}
    >
      {format(value)}
      {isAbove && (
        <span className={styles.above}>
          <span aria-hidden="true">▲</span>
          <span className="visually-hidden">
            <Trans>, p99 above the limit</Trans>
          </span>
        </span>
      )}
      {isBest(step) && (
        <span className="visually-hidden">
          <Trans>, the best within the limit</Trans>
        </span>
      )}
    </td>
  );
}
