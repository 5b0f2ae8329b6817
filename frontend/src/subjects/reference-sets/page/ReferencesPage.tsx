import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { SettingsTabs } from "@/subjects/accounts/controls/SettingsTabs";
import { ReferenceSets } from "@/subjects/reference-sets/page/ReferenceSets";
import { ReferenceList } from "@/subjects/watch/controls/references/ReferenceList";
import { referencesQuery } from "@/subjects/watch/queries/references";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { PageHeader } from "@/ui/PageHeader";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** What is pinned, what was, and what other labs measured. */
export function ReferencesPage() {
  const references = useQuery(referencesQuery(null, true));
  const items = references.data?.items ?? [];
  const ended = items.filter((one) => one.ended_at !== null);
  const inForce = items.filter((one) => one.ended_at === null);
  return (
    <div className="settings-page">
      <PageHeader title={t`Settings`} subtitle={t`Runs that later runs are compared with`} />
      <SettingsTabs />
      {references.isError ? (
        <QueryError
          title={t`The baselines could not be loaded.`}
          error={references.error}
          onRetry={() => void references.refetch()}
        />
      ) : (
        <div className="stack gap-16">
          <Card
            title={t`Baselines`}
            subtitle={t`The most specific baseline applies: host and workload, then host, then workload, then global`}
            isFlush
          >
            {references.isPending ? (
              <div className="pad-16" aria-busy="true">
                <Skeleton height={60} />
              </div>
            ) : inForce.length === 0 ? (
              <EmptyMessage
                title={t`No baselines yet.`}
                detail={t`Use “Set as baseline” on a run, a batch, the run history or a comparison.`}
              />
            ) : (
              <ReferenceList references={inForce} />
            )}
          </Card>
          {ended.length > 0 && (
            <Card title={t`No longer used`} subtitle={t`Not used for comparison`} isFlush>
              <ReferenceList references={ended} />
            </Card>
          )}
          <ReferenceSets />
        </div>
      )}
    </div>
  );
}
