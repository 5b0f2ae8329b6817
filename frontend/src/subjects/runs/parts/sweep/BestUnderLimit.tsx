import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { type BandwidthUnits, formatBandwidth, formatIops, formatLatency } from "@/lib/units";
import {
  bestUnder,
  optionTitle,
  type Panel,
  type SweepPlan,
  tickOf,
} from "@/subjects/runs/parts/sweep/sweep";
import { Card } from "@/ui/Card";
import { NumberCell, Table } from "@/ui/Table";

interface BestUnderLimitProps {
  plan: SweepPlan;
  panels: readonly Panel[];
  figure: "iops" | "bw";
  /** ns; null: none is set. */
  limit: number | null;
  /** The limit that the answer starts with, in ns; null: it names none. */
  kneeLimit?: number | null;
  units: BandwidthUnits;
  input?: ReactNode;
}

/** Of each line the step with the most whose p99 keeps the limit. */
export function BestUnderLimit({
  plan,
  panels,
  figure,
  limit,
  kneeLimit = null,
  units,
  input,
}: BestUnderLimitProps) {
  const rows = panels.flatMap((panel) => panel.lines.map((line) => ({ panel, line })));
  return (
    <Card
      title={t`Best under a latency limit`}
      subtitle={
        limit !== null && limit === kneeLimit
          ? t`Default: p99 at the knee, rounded up to 1, 2, 5, 10, 20, 50 …`
          : undefined
      }
      isFlush
    >
      {input}
      <Table
        caption={t`Best step under the latency limit`}
        columns={[
          { name: plan.by === null ? t`Workload` : optionTitle(plan.by) },
          { name: optionTitle(plan.x), isNumeric: true },
          { name: "IOPS", isNumeric: true },
          { name: t`Bandwidth`, isNumeric: true },
          { name: "p99", isNumeric: true },
        ]}
      >
        {rows.map(({ panel, line }) => {
          const best = limit === null ? null : bestUnder(line.steps, limit, figure);
          return (
            <tr key={`${panel.key}/${line.key}`}>
              <th scope="row">
                <code>{line.label}</code>
                {panels.length > 1 && panel.label !== "" && ` ${panel.label}`}
              </th>
              {best === null ? (
                <td colSpan={4} className="faint">
                  {limit === null ? t`set a limit` : t`none within limit`}
                </td>
              ) : (
                <>
                  <NumberCell>{tickOf(plan.x)(best.x)}</NumberCell>
                  <NumberCell>
                    <span className={figure === "iops" ? "strong" : ""}>
                      {formatIops(best.repeat.iops_mean)}
                    </span>
                  </NumberCell>
                  <NumberCell>
                    <span className={figure === "bw" ? "strong" : ""}>
                      {formatBandwidth(best.repeat.bw_mean_bytes_per_s, units)}
                    </span>
                  </NumberCell>
                  <NumberCell>{formatLatency(best.repeat.clat_p99_ns)}</NumberCell>
                </>
              )}
            </tr>
          );
        })}
      </Table>
    </Card>
  );
}
