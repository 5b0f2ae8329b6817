import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { placeInBatchQuery } from "@/api/queries/batches";
import type { RunInBatch } from "@/api/types";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/pages/run/RunPage.module.css";
import { RUN_TABS } from "@/pages/run/run-tabs";
import { RepeatsTable } from "@/sections/RepeatsTable";
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
      title={`Batch ${batch.name}`}
      subtitle={inWords(place)}
      actions={
        <span className={styles.steps}>
          {place.previous !== null && (
            <Link to={paths.run(place.previous.id)} hash={RUN_TABS.history.id}>
              ‹ Step {place.previous.step}
            </Link>
          )}
          {place.next !== null && (
            <Link to={paths.run(place.next.id)} hash={RUN_TABS.history.id}>
              Step {place.next.step} ›
            </Link>
          )}
          <Link to={paths.batch(batch.id)}>Whole batch</Link>
        </span>
      }
      isFlush={place.repeats.length > 0}
    >
      {place.repeats.length > 0 && <RepeatsTable repeats={place.repeats} units={units} />}
      {others.length > 0 && (
        <p className={styles.repeatSteps}>
          Repeats of this run:{" "}
          {others.map((step, i) => (
            <span key={step.id}>
              {i > 0 && ", "}
              <Link to={paths.run(step.id)} hash={RUN_TABS.history.id}>
                step {step.step}
              </Link>
            </span>
          ))}
        </p>
      )}
      {place.repeats.length === 0 && <p>It prepared the drive and is no repeat of anything.</p>}
    </Card>
  );
}

function inWords({ batch, run_count: count, repeat_runs: repeats }: RunInBatch): string {
  const step = `Step ${batch.step} of ${batch.steps}`;
  const here = count < batch.steps ? `, ${countOf(count, "run")} here` : "";
  return repeats.length === 0
    ? `${step}${here}`
    : `${step}${here}; ${countOf(repeats.length, "run")} of this workload`;
}
