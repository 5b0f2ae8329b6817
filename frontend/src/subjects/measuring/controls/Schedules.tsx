import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { HostOffers } from "@/api/types";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { ScheduleForm } from "@/subjects/measuring/controls/ScheduleForm";
import { ScheduleLine } from "@/subjects/measuring/controls/ScheduleLine";
import styles from "@/subjects/measuring/controls/Schedules.module.css";
import { schedulesQuery } from "@/subjects/measuring/queries/schedules";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface SchedulesProps {
  /** Of this host, by name; null: of all. */
  host: string | null;
  /** Hosts that can be given a schedule. */
  hosts: readonly HostOffers[];
}

/** Schedules, the next one due first, and the form for a new one. */
export function Schedules({ host, hosts }: SchedulesProps) {
  const schedules = useQuery(schedulesQuery(host));
  const mayWrite = useMay("write");
  const [isAdding, setAdding] = useState(false);
  if (schedules.isPending)
    return (
      <div style={{ padding: "10px 16px 14px" }}>
        <Skeleton height={48} />
      </div>
    );
  if (schedules.isError)
    return (
      <QueryError
        title={t`The schedules could not be loaded.`}
        error={schedules.error}
        onRetry={() => void schedules.refetch()}
      />
    );
  return (
    <>
      {schedules.data.items.length === 0 && !isAdding && (
        <p className="faint compact" style={{ padding: "0 16px 10px" }}>
          <Trans>No schedules.</Trans>
        </p>
      )}
      <ul className={styles.list} aria-label={t`Schedules`}>
        {schedules.data.items.map((schedule) => (
          <ScheduleLine key={schedule.id} schedule={schedule} hosts={hosts} hasHost={host === null} />
        ))}
      </ul>
      {mayWrite &&
        hosts.length > 0 &&
        (isAdding ? (
          <ScheduleForm hosts={hosts} schedule={null} onDone={() => setAdding(false)} />
        ) : (
          <div style={{ padding: "10px 16px 14px" }}>
            <Button size="xs" variant="default" onClick={() => setAdding(true)}>
              <Trans>Add schedule…</Trans>
            </Button>
          </div>
        ))}
    </>
  );
}
