/** The runs of a batch beside the datasheets of their drives: where a datasheet's own suite ends up. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MAX_RATED, ratingsQuery } from "@/api/queries/runs";
import type { Batch } from "@/api/types";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, formatCount } from "@/lib/units";
import styles from "@/pages/batch/BatchPage.module.css";
import { NotRun } from "@/pages/batch/NotRun";
import { RatedTable } from "@/sections/answer/RatedTable";
import { Card } from "@/ui/Card";

/** Nothing where no run has a figure that a datasheet rates: each run's own page says why. */
export function BatchRatings({ runs, units }: { runs: Batch["runs"]; units: BandwidthUnits }) {
  const rated = useQuery(ratingsQuery(runs.map((run) => run.id))).data?.items ?? [];
  const rows = rated.flatMap(({ run_id, rating }) => rating.figures.map((figure) => ({ run_id, figure })));
  if (rows.length === 0) return null;
  return (
    <Card
      title="Datasheet"
      subtitle="What each run measured beside what its drives are rated; no mean over runs"
      isFlush
    >
      <RatedTable
        caption="Runs beside the datasheets of their drives"
        rows={rows.map(({ run_id, figure }, i) => ({
          key: String(i),
          figure,
          link: (text) => <Link to={paths.run(run_id)}>{text}</Link>,
        }))}
        units={units}
      />
      {runs.length > MAX_RATED && (
        <p className={styles.note}>
          The first {formatCount(MAX_RATED)} of {formatCount(runs.length)} runs; the others are not compared
          with a datasheet here.
        </p>
      )}
      <NotRun runs={runs} units={units} />
    </Card>
  );
}
