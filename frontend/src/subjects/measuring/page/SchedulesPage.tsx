import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import { Schedules } from "@/subjects/measuring/controls/Schedules";
import { allOffersQuery } from "@/subjects/measuring/queries/requests";
import { schedulesQuery } from "@/subjects/measuring/queries/schedules";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { PageHeader } from "@/ui/PageHeader";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** Scheduled measurements on all hosts: all schedules, the next one due first. */
export function SchedulesPage() {
  const offers = useQuery(allOffersQuery());
  // A host may have stopped taking requests since: its schedules wait for it, and can be paused or deleted.
  const hasSchedules = (useQuery(schedulesQuery(null)).data?.items.length ?? 0) > 0;
  return (
    <>
      <PageHeader title={t`Schedules`} subtitle={t`Scheduled measurements on all hosts`} />
      <Card title={t`All hosts`} subtitle={hasSchedules ? t`Next due first` : undefined} isFlush>
        {offers.isPending ? (
          <div style={{ padding: 16 }}>
            <Skeleton height={90} />
          </div>
        ) : offers.isError ? (
          <QueryError
            title={t`The tests available on the hosts could not be loaded.`}
            error={offers.error}
            onRetry={() => void offers.refetch()}
          />
        ) : offers.data.items.length === 0 && !hasSchedules ? (
          <EmptyMessage
            title={t`No host accepts measurement requests yet.`}
            detail={t`On a host, list the targets and tests that are allowed in /etc/fioboard/serve.toml and run fioboard-agent serve.`}
            action={
              <Link to={paths.hosts()}>
                <Trans>Hosts</Trans>
              </Link>
            }
          />
        ) : (
          <Schedules host={null} hosts={offers.data.items} />
        )}
      </Card>
    </>
  );
}
