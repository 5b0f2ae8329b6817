import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Series } from "@/charts/series-style";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import type { CompareRow } from "@/subjects/compare/parts/comparison-rows";
import { DistributionCharts } from "@/subjects/compare/parts/DistributionCharts";
import { type CompareQuery, distributionQuery, type LatencyKind } from "@/subjects/compare/queries";
import { WaitingCard } from "@/ui/page/WaitingCard";

interface DistributionProps {
  row: CompareRow;
  /** Base first. */
  sides: readonly Series[];
  query: CompareQuery;
  kind: LatencyKind;
}

const TITLE = t`Latency, side by side`;

/** How latency is distributed on each side: bins of all runs added, and how far each percentile moved. */
export function Distribution({ row, sides, query, kind }: DistributionProps) {
  const answer = useQuery(distributionQuery(query, row.key, kind));
  if (answer.data === undefined)
    return (
      <WaitingCard
        title={TITLE}
        query={answer}
        failure={t`The distributions could not be loaded.`}
        height={280}
      />
    );
  if (answer.data.sides.every(({ n }) => n === 0)) {
    return (
      <p className={styles.hint}>
        <b>{TITLE}</b>{" "}
        <Trans>
          No run of this workload has latency bins. Record them with <code>--output-format=json+</code>.
        </Trans>
      </p>
    );
  }
  return <DistributionCharts answer={answer.data} name={row.name} sides={sides} />;
}
