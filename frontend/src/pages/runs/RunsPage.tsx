import { Button } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { runsQuery } from "@/api/queries/runs";
import { AddressProblems } from "@/components/AddressProblems";
import { QueryError } from "@/components/QueryError";
import { UnitSwitch } from "@/components/UnitSwitch";
import { countOf } from "@/lib/format";
import { FirstRun } from "@/pages/runs/FirstRun";
import { HostChip } from "@/pages/runs/HostChip";
import { parse, type RunsParams, toQuery, toSearch } from "@/pages/runs/params";
import styles from "@/pages/runs/RunsPage.module.css";
import { RunTable } from "@/pages/runs/RunTable";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { PageHeader } from "@/ui/PageHeader";
import { Skeleton } from "@/ui/Skeleton";

const route = getRouteApi("/shell/runs");

/** What was measured: every run, newest first, sorted and filtered by the address. */
export function RunsPage() {
  const { params, problems } = parse(route.useSearch());
  const navigate = useNavigate();
  const change = (changed: Partial<RunsParams>) =>
    void navigate({ to: "/runs", search: toSearch({ ...params, ...changed }) });

  const query = useInfiniteQuery({ ...runsQuery(toQuery(params)), placeholderData: keepPreviousData });
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const runs = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const first = data?.pages[0];

  const loadMore = useCallback(() => {
    // After a failure the reader decides: scrolling must not hammer a service in trouble.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);

  return (
    <>
      <PageHeader
        title="Run history"
        subtitle={
          <span role="status">
            {first === undefined ? "" : countOf(first.total, "run", first.total_is_exact)}
          </span>
        }
        actions={<UnitSwitch value={params.units} onChange={(units) => change({ units })} />}
      />
      <AddressProblems problems={problems} onDismiss={() => change({})} />
      <HostChip host={params.host} onRemove={() => change({ host: null })} />
      <Card>
        <div className={styles.frame} aria-busy={query.isPending}>
          {first === undefined ? (
            query.isError ? (
              <QueryError
                title="The run history could not be loaded."
                error={query.error}
                onRetry={() => void query.refetch()}
              />
            ) : (
              <LoadingRows />
            )
          ) : first.items.length === 0 ? (
            <NoRuns host={params.host} onClear={() => change({ host: null })} />
          ) : (
            <>
              <RunTable
                runs={runs}
                params={params}
                onSort={(sort) => change({ sort })}
                total={first.total_is_exact ? first.total : null}
                onNearEnd={loadMore}
                isStale={query.isPlaceholderData}
              />
              <div className={styles.foot}>
                {isFetchNextPageError ? (
                  <QueryError
                    title="The next runs could not be loaded."
                    error={query.error}
                    onRetry={() => void fetchNextPage()}
                  />
                ) : hasNextPage ? (
                  "Loading more runs…"
                ) : (
                  "No more runs."
                )}
              </div>
            </>
          )}
        </div>
      </Card>
    </>
  );
}

function NoRuns({ host, onClear }: { host: string | null; onClear: () => void }) {
  if (host === null) return <FirstRun />;
  return (
    <EmptyMessage
      title={`No run matches Host ${host}.`}
      action={
        <Button variant="default" onClick={onClear}>
          Clear the filter
        </Button>
      }
    />
  );
}

function LoadingRows() {
  return (
    <div className={styles.loading}>
      {Array.from({ length: 11 }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places
        <div key={i} className={styles.loadingRow}>
          <Skeleton width="9%" />
          <Skeleton width="12%" />
          <Skeleton width="16%" />
          <Skeleton width="20%" />
          <Skeleton width="30%" />
        </div>
      ))}
    </div>
  );
}
