import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ComparedSeries, Comparison } from "@/api/types";
import { OverlayChart } from "@/charts/OverlayChart";
import type { Series } from "@/charts/series-style";
import type { Metric } from "@/lib/metrics";
import { type BandwidthUnits, formatRuntime, type SeriesUnit } from "@/lib/units";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import { type CompareRow, partsOf } from "@/subjects/compare/parts/comparison-rows";
import { type CompareQuery, type OverlaidMetric, overlayQuery } from "@/subjects/compare/queries";
import { WaitingCard } from "@/ui/page/WaitingCard";

interface OverlayProps {
  row: CompareRow;
  answer: Comparison;
  /** Base first. */
  sides: readonly Series[];
  query: CompareQuery;
  metric: Metric;
  units: BandwidthUnits;
}

const TITLE: Record<OverlaidMetric, string> = {
  iops: t`IOPS during each run`,
  bw_bytes_per_s: t`Bandwidth during each run`,
  clat_ns: t`Completion latency during each run`,
  lat_ns: t`Total latency during each run`,
  slat_ns: t`Submission latency during each run`,
};

/** fio's logs of the metric in view, every run from its own start; bandwidth where the metric has no log. */
export function Overlay({ row, answer, sides, query, metric, units }: OverlayProps) {
  const logged = loggedMetric(metric.name);
  const overlay = useQuery(overlayQuery(query, row.key, logged));
  if (overlay.data === undefined)
    return (
      <WaitingCard
        title={TITLE[logged]}
        query={overlay}
        failure={t`The time series could not be loaded.`}
        height={240}
      />
    );
  if (overlay.data.sides.every((side) => side.length === 0)) {
    return (
      <p className={styles.hint}>
        <b>{TITLE[logged]}</b>{" "}
        <Trans>
          No run has samples over time. To get them, run fio through the agent (Linux), or set{" "}
          <code>write_bw_log</code>, <code>write_iops_log</code> and <code>write_lat_log</code> in the job.
        </Trans>
      </p>
    );
  }
  return <Chart series={overlay.data} logged={logged} answer={answer} sides={sides} units={units} />;
}

interface ChartProps {
  series: ComparedSeries;
  logged: OverlaidMetric;
  answer: Comparison;
  sides: readonly Series[];
  units: BandwidthUnits;
}

function Chart({ series, logged, answer, sides, units }: ChartProps) {
  const runs = useMemo(() => {
    const all = [answer.base, ...partsOf(answer).map((part) => part.new)].flatMap((side) => side.runs);
    const hostOf = new Map(all.map(({ id, host_name }) => [id, host_name] as const));
    return series.sides.flatMap((side, i) =>
      side
        .filter(({ reason }) => reason === null)
        .map(({ run_id, name, points }) => ({
          key: `${i} ${run_id} ${name}`,
          side: i,
          label: `${hostOf.get(run_id) ?? "run"} ${run_id.slice(-8)} ${name}`,
          points,
        })),
    );
  }, [series, answer]);
  const left = series.left_out === 0 ? "" : t` · ${{ left_out: series.left_out }} older series left out`;
  const reasons = series.sides.flat().flatMap(({ reason }) => reason ?? []);
  const unread =
    reasons[0] === undefined ? "" : t` · ${{ reasons: reasons.length }} not drawn: ${{ reason: reasons[0] }}`;
  return (
    <OverlayChart
      title={TITLE[logged]}
      subtitle={t`mean per ${{ bucket_ms: formatRuntime(series.bucket_ms) }}, each run from its own start${left}${unread}`}
      runs={runs}
      sides={sides}
      bucketMs={series.bucket_ms}
      unit={UNIT[logged]}
      units={units}
    />
  );
}

const UNIT: Record<OverlaidMetric, SeriesUnit> = {
  iops: "1/s",
  bw_bytes_per_s: "bytes/s",
  clat_ns: "ns",
  lat_ns: "ns",
  slat_ns: "ns",
};

function loggedMetric(name: string): OverlaidMetric {
  if (name === "iops") return name;
  const kind = /^(clat|lat|slat)_/.exec(name)?.[1];
  switch (kind) {
    case "clat":
    case "lat":
    case "slat":
      return `${kind}_ns`;
    default:
      return "bw_bytes_per_s";
  }
}
