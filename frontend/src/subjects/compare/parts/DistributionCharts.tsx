import { plural, t } from "@lingui/core/macro";
import { useMemo } from "react";
import type { ComparedDistribution } from "@/api/types";
import { EffectChart } from "@/charts/EffectChart";
import { LatencyCdfChart } from "@/charts/LatencyCdfChart";
import { LatencyPercentileChart } from "@/charts/LatencyPercentileChart";
import type { Series } from "@/charts/series-style";
import { shiftRows } from "@/subjects/compare/parts/percentile-shifts";
import styles from "@/subjects/compare/parts/RowCharts.module.css";

interface DistributionChartsProps {
  answer: ComparedDistribution;
  /** Of the workload, as short as the page calls it. */
  name: string;
  /** Base first. */
  sides: readonly Series[];
}

/** How latency is distributed on each side: bins of all runs added, and how far each percentile moved. */
export function DistributionCharts({ answer, name, sides }: DistributionChartsProps) {
  const lines = useMemo(() => {
    return answer.sides.flatMap((side, i) => {
      const series = sides[i];
      if (series === undefined || side.n === 0) return [];
      const { key, label, style } = series;
      return [
        {
          ...{ key, label, style, direction: answer.direction, n: side.n },
          cdf: side.cdf,
          percentiles: side.percentiles.map(({ percentile, ns, high_ns }) => ({
            percentile,
            ns,
            isLowerBound: high_ns === null,
          })),
        },
      ];
    });
  }, [answer, sides]);
  const curves = useMemo(() => lines.map(({ cdf, ...line }) => ({ ...line, points: cdf })), [lines]);
  const percentiles = useMemo(
    () => lines.map(({ percentiles: points, ...line }) => ({ ...line, points })),
    [lines],
  );
  const shifts = useMemo(() => shiftRows(answer.shifts), [answer.shifts]);
  const without = answer.sides.reduce((sum, side) => sum + side.runs_without_bins, 0);
  const subtitle = [
    name,
    t`bins of all runs added`,
    ...(without === 0
      ? []
      : [t`${plural(without, { one: "# run", other: "# runs" })} without bins left out`]),
  ].join(" · ");
  return (
    <>
      <div className={`tiles ${styles.charts}`}>
        <LatencyPercentileChart lines={percentiles} subtitle={t`${subtitle} · logarithmic`} />
        <LatencyCdfChart curves={curves} subtitle={subtitle} />
      </div>
      <EffectChart
        name="percentile-shift"
        title={t`Shift of each latency percentile from base`}
        subtitle={t`Right is better (lower latency) · from the percentiles of each run · whisker = 95 % interval of each percentile alone · grey = interval includes no change`}
        rows={shifts}
        sides={sides.slice(1)}
        isLowerBetter
      />
    </>
  );
}
