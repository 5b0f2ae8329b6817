import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { paths } from "@/lib/paths";
import { useMay } from "@/subjects/accounts/controls/use-may";
import styles from "@/subjects/measuring/controls/Schedules.module.css";
import { addRequest, offersQuery } from "@/subjects/measuring/queries/requests";

/** Has the run's host measure it again; nothing where its owner does not allow that. */
export function RunAgain({ runId, hostId }: { runId: string; hostId: string }) {
  const mayWrite = useMay("write");
  const offers = useQuery({ ...offersQuery(hostId), enabled: mayWrite }).data?.offers;
  const [chosen, setChosen] = useState<string | null>(null);
  const add = useMutation(addRequest());
  const navigate = useNavigate();
  const target = chosen ?? offers?.targets[0]?.name;
  if (!mayWrite || !offers?.may_repeat || target === undefined) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      { host_id: hostId, kind: "repeat", run_id: runId, target },
      { onSuccess: ({ id }) => void navigate({ to: paths.request(id) }) },
    );
  };
  return (
    <form aria-label={t`Run again`} className={styles.again} onSubmit={submit}>
      <div className="fields gap-10">
        <NativeSelect
          size="xs"
          label={t`Target`}
          value={target}
          data={offers.targets.map(({ name }) => name)}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button size="xs" variant="default" type="submit" loading={add.isPending}>
          <Trans>Run again</Trans>
        </Button>
      </div>
      {add.isError && (
        <p role="alert" className="bad compact">
          <Trans>Not requested: {{ message: add.error.message }}</Trans>
        </p>
      )}
    </form>
  );
}
