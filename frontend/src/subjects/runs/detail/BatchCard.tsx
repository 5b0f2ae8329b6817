import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { RunInBatch } from "@/api/types";
import { paths } from "@/lib/paths";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/subjects/runs/detail/RunPage.module.css";
import { RUN_TABS } from "@/subjects/runs/detail/run-tabs";
import { RepeatsTable } from "@/subjects/runs/parts/RepeatsTable";
import { placeInBatchQuery } from "@/subjects/runs/queries/batches";
import { Card } from "@/ui/Card";

interface BatchCardProps {
  runId: string;
  batch: { id: string; name: string };
  units: BandwidthUnits;
}

/** The sweep or suite that the run is a step of: the steps around it, and how far its repeats lie apart. */
export function BatchCard({ runId, batch, units }: BatchCardProps) {
  const place = useQuery(placeInBatchQuery(runId)).data;
  if (place === undefined) return null;
  const others = place.repeat_runs.filter(({ id }) => id !== runId);
  return (
    <Card
      title={t`Batch “${{ name: batch.name }}”`}
      subtitle={inWords(place)}
      actions={
        <span className={styles.steps}>
          {place.previous !== null && (
            <Link to={paths.run(place.previous.id)} hash={RUN_TABS.history.id}>
              <Trans>‹ Step {{ step: place.previous.step }}</Trans>
            </Link>
          )}
          {place.next !== null && (
            <Link to={paths.run(place.next.id)} hash={RUN_TABS.history.id}>
              <Trans>Step {{ step: place.next.step }} ›</Trans>
            </Link>
          )}
          <Link to={paths.batch(batch.id)}>
            <Trans>Whole batch</Trans>
          </Link>
        </span>
      }
      isFlush={place.repeats.length > 0}
    >
      {place.repeats.length > 0 && <RepeatsTable repeats={place.repeats} units={units} />}
      {others.length > 0 && (
        <p className="links muted small pad-10-16">
          <Trans>Repeats of this run:</Trans>{" "}
          {others.map((step, i) => (
            <span key={step.id}>
              {i > 0 && ", "}
              <Link to={paths.run(step.id)} hash={RUN_TABS.history.id}>
                <Trans>step {{ step: step.step }}</Trans>
              </Link>
            </span>
          ))}
        </p>
      )}
      {place.repeats.length === 0 && (
        <p>
          <Trans>It preconditioned the drive and is not a measurement.</Trans>
        </p>
      )}
    </Card>
  );
}

/** What the table does not say; which step the run is stands in the page's head. */
function inWords({ batch, run_count: count, repeat_runs: repeats }: RunInBatch): string | undefined {
  const parts = [
    count < batch.steps
      ? t`${plural(count, { one: "# run", other: "# runs" })} of ${{ steps: batch.steps }} here`
      : null,
    repeats.length > 1 ? t`${{ repeats: repeats.length }} runs of this workload` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? undefined : parts.join("; ");
}
