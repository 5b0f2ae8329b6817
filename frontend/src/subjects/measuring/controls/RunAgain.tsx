import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, type ReactNode, useState } from "react";
import { paths } from "@/lib/paths";
import { useMay } from "@/subjects/accounts/controls/use-may";
import styles from "@/subjects/measuring/controls/Schedules.module.css";
import { addRequest, type NewRequest, offersQuery } from "@/subjects/measuring/queries/requests";

interface RunAgainProps {
  /** A run or a suite. */
  wanted: Pick<NewRequest, "kind" | "run_id" | "name" | "parameters">;
  hostId: string;
  /** Where it was measured. */
  place?: string;
  /** What to know before. */
  children?: ReactNode;
}

/** Has the host measure a run or a suite again; nothing where its owner does not allow that. */
export function RunAgain({ wanted, hostId, place, children }: RunAgainProps) {
  const mayWrite = useMay("write");
  const offers = useQuery({ ...offersQuery(hostId), enabled: mayWrite }).data?.offers;
  const [chosen, setChosen] = useState<string | null>(null);
  const add = useMutation(addRequest());
  const navigate = useNavigate();
  if (!mayWrite || !offers || !(wanted.name ? offers.suites.includes(wanted.name) : offers.may_repeat))
    return null;
  const names = offers.targets.map(({ name }) => name);
  const target = chosen ?? names.find((name) => name === place) ?? names[0];
  if (target === undefined) return null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(
      { host_id: hostId, ...wanted, target },
      { onSuccess: ({ id }) => void navigate({ to: paths.request(id) }) },
    );
  };
  return (
    <form aria-label={t`Run again`} className={styles.again} onSubmit={submit}>
      {children}
      <div className="fields gap-10">
        <NativeSelect
          size="xs"
          label={t`Target`}
          value={target}
          data={names}
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
