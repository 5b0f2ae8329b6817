import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Batch, Experiment as ExperimentAnswer } from "@/api/types";
import { paths } from "@/lib/paths";
import styles from "@/subjects/runs/batches/Drives.module.css";
import { batchExperimentQuery } from "@/subjects/runs/queries/batches";
import { Card } from "@/ui/Card";

/** What the agent calls such a batch. */
const EXPERIMENT = "experiment";

/** Question, conditions and answer of an experiment; nothing for any other batch. */
export function Experiment({ batch }: { batch: Batch }) {
  const { data } = useQuery({
    ...batchExperimentQuery(batch.id),
    enabled: batch.agent_name === EXPERIMENT,
  });
  return data?.items.map((experiment) => (
    <ExperimentCard key={experiment.thing} experiment={experiment} batch={batch} />
  ));
}

function ExperimentCard({ experiment, batch }: { experiment: ExperimentAnswer; batch: Batch }) {
  const { question, conditions, sentence, text, thing } = experiment;
  const measured = conditions.filter(({ runs }) => runs > 0);
  const [base, ...others] = measured;
  return (
    <Card title={t`Experiment`} subtitle={batch.name === question ? undefined : question}>
      <div className="grid gap-4 anywhere below-12">
        <p className={styles.sentence}>{sentence}</p>
        {text.map((one) => (
          <p key={one}>{one}</p>
        ))}
      </div>
      <p className="muted anywhere">
        <Trans>Conditions of {thing}:</Trans>{" "}
        {conditions
          .map(({ name, runs }) => `${name} (${plural(runs, { one: "# run", other: "# runs" })})`)
          .join(", ")}
        {base !== undefined && others.length > 0 && (
          <>
            {" · "}
            <Link to={paths.compare({ base: base.filter, news: others.map(({ filter }) => filter) })}>
              <Trans>Compare in detail</Trans>
            </Link>
          </>
        )}
      </p>
    </Card>
  );
}
