import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { keepPreviousData, useInfiniteQuery, useIsMutating, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import type { RunPage } from "@/api/types";
import { addresses, type RunsParams, VIEW } from "@/lib/address";
import { factorOf } from "@/lib/factor";
import { type FilterRecord, isEmptyFilter } from "@/lib/filter";
import { FILTER_TITLES } from "@/lib/filter-titles";
import { countRuns } from "@/lib/format";
import { metricOf } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import type { SearchRecord } from "@/lib/search-params";
import { formatCount } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { useValueInWords } from "@/subjects/runs/controls/filters/use-value-in-words";
import { OWN_TITLES, pinnedFirst, USUAL_COLUMNS, withRun } from "@/subjects/runs/list/column-ids";
import type { ChosenColumn } from "@/subjects/runs/list/columns";
import { FirstRun } from "@/subjects/runs/list/FirstRun";
import { GroupTable } from "@/subjects/runs/list/GroupTable";
import { commonInWords } from "@/subjects/runs/list/in-common";
import { PinnedViews } from "@/subjects/runs/list/PinnedViews";
import { isFolding, toQuery } from "@/subjects/runs/list/query";
import styles from "@/subjects/runs/list/RunsPage.module.css";
import { RunTable, type RunTableActions, useIsCards } from "@/subjects/runs/list/RunTable";
import { VerdictButtons } from "@/subjects/runs/list/VerdictButtons";
import { DEMO_KEY } from "@/subjects/runs/queries/demo-key";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { runsQuery } from "@/subjects/runs/queries/runs";
import { AddressProblems } from "@/ui/AddressProblems";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { PageHeader } from "@/ui/PageHeader";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { UnitSwitch } from "@/ui/UnitSwitch";

// Chunks of their own: the rows do not wait for what is used after they were read.
const FilterBar = lazy(async () => ({
  default: (await import("@/subjects/runs/controls/filters/FilterBar")).FilterBar,
}));
const RunTools = lazy(async () => ({ default: (await import("@/subjects/runs/list/RunTools")).RunTools }));
const SelectionBar = lazy(async () => ({
  default: (await import("@/subjects/runs/list/SelectionBar")).SelectionBar,
}));

const route = getRouteApi("/shell/runs");

/** The place of the filters until they are there, so that no row moves under a hand that scrolls already. */
function BarPlace({ isFiltered }: { isFiltered: boolean }) {
  return (
    <>
      <div className={styles.bar} />
      {isFiltered && <div className={styles.chips} />}
    </>
  );
}

/** What was measured: every run, filtered, sorted, grouped and chosen by the address. */
export function RunsPage() {
  const { params, problems } = route.useSearch()[VIEW];
  const change = useChange();
  const filterBy = (filter: FilterRecord) => change({ filter, selected: [] });

  const factors = useQuery(factorsQuery()).data?.items;
  const ids = pinnedFirst(withRun(params.columns ?? USUAL_COLUMNS), params.pinned);
  const titleOf = (id: string) =>
    OWN_TITLES[id] ?? factorOf(factors ?? [], id)?.title ?? metricOf(id)?.short ?? id;
  const columns = useMemo<ChosenColumn[]>(
    () => ids.map((id) => ({ id, factor: metricOf(id) === null ? factorOf(factors ?? [], id) : null })),
    [ids, factors],
  );

  return (
    <>
      <Head params={params} onChange={change} titleOf={titleOf} />
      <AddressProblems problems={problems} onDismiss={() => change({})} />
      <Suspense fallback={<BarPlace isFiltered={!isEmptyFilter(params.filter)} />}>
        <FilterBar filter={params.filter} onChange={filterBy} />
      </Suspense>
      <div className={styles.choices}>
        <VerdictButtons filter={params.filter} onChange={filterBy} />
        <PinnedViews query={addresses.runs.query({ ...params, selected: [], open: [] })} />
      </div>
      <Card>
        {params.group === null ? (
          <Runs params={params} columns={columns} titleOf={titleOf} onChange={change} />
        ) : (
          <GroupTable params={params} by={params.group} wayOut={<WholeHistory />} />
        )}
      </Card>
      {params.selected.length > 0 && (
        <Suspense fallback={null}>
          <SelectionBar params={params} onChange={change} />
        </Suspense>
      )}
    </>
  );
}

/** Rows of a phone at first: five screens are enough before what stands below the list. */
const PHONE_ROWS = 20;
/** Views of this visit whose every row was asked for: who comes back from a run finds the same rows. */
const unfolded = new Set<string>();

/** How often a history without any run looks for the first. */
const FIRST_RUN_MS = 5000;

type Change = (changed: Partial<RunsParams> | ((params: RunsParams) => Partial<RunsParams>)) => void;

/** Writes into the address; the same function for as long as the page stands. A function replaces the history's entry. */
function useChange(): Change {
  const navigate = useNavigate();
  return useCallback(
    (changed) =>
      void navigate({
        to: "/runs",
        search: (before: SearchRecord) => {
          const { params } = addresses.runs.parse(before);
          const change = typeof changed === "function" ? changed(params) : changed;
          return addresses.runs.write({ ...params, ...change });
        },
        replace: typeof changed === "function",
      }),
    [navigate],
  );
}

interface HeadProps {
  params: RunsParams;
  onChange: (changed: Partial<RunsParams>) => void;
  titleOf: (id: string) => string;
}

function Head({ params, onChange, titleOf }: HeadProps) {
  const query = useInfiniteQuery({
    ...runsQuery(toQuery(params)),
    placeholderData: keepPreviousData,
    enabled: params.group === null,
  });
  const first = query.data?.pages[0];
  return (
    <PageHeader
      title={t`Run history`}
      subtitle={
        <span className="flex gap-14 shrinks unbroken">
          <span role="status">{first === undefined ? "" : countRows(first)}</span>
          {first !== undefined && first.total > 1 && <InCommon page={first} filter={params.filter} />}
        </span>
      }
      actions={
        <div className="flow fits" style={{ gap: "inherit" }}>
          <CopyButton text={globalThis.location.href} name={t`link to this view`} />
          <Suspense fallback={<ToolsPlace isFiltered={!isEmptyFilter(params.filter)} />}>
            <RunTools params={params} onChange={onChange} titleOf={titleOf} />
          </Suspense>
          <UnitSwitch value={params.units} onChange={(units) => onChange({ units })} />
        </div>
      }
    />
  );
}

/** "79 runs in 42 rows": a batch is one. */
function countRows({ total, total_is_exact: isExact, row_count: rows }: RunPage): string {
  const runs = countRuns(total, isExact);
  return rows == null || rows === total ? runs : t`${runs} in ${{ rows: formatCount(rows) }} rows`;
}

/** As many as the tools and as wide, so that they break into the same lines: a filter adds the one that pins it. */
function ToolsPlace({ isFiltered }: { isFiltered: boolean }) {
  return (
    <>
      <Skeleton width={150} height={30} />
      <Skeleton width={123} height={30} />
      {[102, 86, ...(isFiltered ? [137] : []), 88].map((width) => (
        <span key={width} className={styles.toolPlace} style={{ width }}>
          <Skeleton height={30} />
        </span>
      ))}
    </>
  );
}

function InCommon({ page, filter }: { page: RunPage; filter: FilterRecord }) {
  const words = commonInWords(page.in_common ?? [], filter);
  if (words === null) return null;
  return (
    <span className={styles.common} title={words}>
      <b className="muted strong">
        <Trans>Common to all runs:</Trans>
      </b>{" "}
      {words}
    </span>
  );
}

interface RunsProps {
  params: RunsParams;
  columns: readonly ChosenColumn[];
  titleOf: (id: string) => string;
  onChange: Change;
}

function Runs({ params, columns, titleOf, onChange }: RunsProps) {
  const mayWrite = useMay("write");
  // The empty page shows how far the demo is, and leads on itself.
  const isLoadingDemo = useIsMutating({ mutationKey: DEMO_KEY }) > 0;
  const query = useInfiniteQuery({
    ...runsQuery(toQuery(params)),
    placeholderData: keepPreviousData,
    // Who has just started the agent looks here for the first run.
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.total === 0 && isEmptyFilter(params.filter) && !isLoadingDemo
        ? FIRST_RUN_MS
        : false,
  });
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const nextError = query.error;
  const runs = useMemo(() => data?.pages.flatMap((page) => page.items) ?? [], [data]);
  const first = data?.pages[0];
  const undated = data?.pages.find((page) => page.undated !== undefined)?.undated;
  const view = addresses.runs.query({ ...params, selected: [], open: [] });
  const [, setUnfolded] = useState(0);
  const isCut = useIsCards(params) && runs.length > PHONE_ROWS && !unfolded.has(view);
  const loadMore = useCallback(() => {
    // After a failure the reader decides: scrolling must not hammer a service in trouble.
    if (!isCut && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [isCut, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const actions = useMemo<RunTableActions>(
    () => ({
      onSort: (sort) => onChange({ sort }),
      onSelect: (id) => onChange(({ selected }) => ({ selected: toggled(selected, id) })),
      onSelectAll: (ids) => onChange(() => ({ selected: ids })),
      onOpen: (id) => onChange(({ open }) => ({ open: toggled(open, id) })),
      onResize: (id, width) =>
        onChange(({ widths: { [id]: _before, ...others } }) => ({
          widths: width === null ? others : { ...others, [id]: width },
        })),
    }),
    [onChange],
  );

  // An unknown filter or a value that cannot be is said by the service, in place of rows that would mean something else.
  if (query.isError && !isFetchNextPageError) {
    return (
      <QueryError
        title={t`The run history could not be loaded.`}
        error={query.error}
        onRetry={() => void query.refetch()}
        wayOut={<WholeHistory />}
      />
    );
  }
  if (first === undefined) return <LoadingRows />;
  if (first.items.length === 0) {
    return isEmptyFilter(params.filter) ? (
      <FirstRun />
    ) : (
      <NoRuns filter={params.filter} titleOf={titleOf} onClear={() => onChange({ filter: {} })} />
    );
  }
  return (
    <div aria-busy={query.isPlaceholderData}>
      <RunTable
        runs={isCut ? runs.slice(0, PHONE_ROWS) : runs}
        undated={undated}
        columns={columns}
        params={params}
        actions={actions}
        total={isFolding(params) ? (first.row_count ?? null) : first.total_is_exact ? first.total : null}
        onNearEnd={loadMore}
        isStale={query.isPlaceholderData}
      />
      <div className={styles.foot}>
        {isFetchNextPageError ? (
          <QueryError
            title={t`The next runs could not be loaded.`}
            error={nextError}
            onRetry={() => void fetchNextPage()}
          />
        ) : isCut ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => {
              unfolded.add(view);
              setUnfolded(unfolded.size);
            }}
          >
            <Trans>Show more runs</Trans>
          </Button>
        ) : hasNextPage ? (
          <>
            <span className="no-print">
              <Trans>Loading more runs…</Trans>
            </span>
            <span className="only-print">
              <Trans>The first {{ runs: runs.length }} runs of this view; the export has all.</Trans>
            </span>
          </>
        ) : (
          <>
            <span className="no-print">
              <Trans>End of list</Trans>
            </span>
            {mayWrite && (
              <Link to={paths.trash()} className="no-print">
                <Trans>Deleted runs</Trans>
              </Link>
            )}
          </>
        )}
      </div>
    </div>
  );
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}

/** Where an address asks for what is not there. */
function WholeHistory() {
  return (
    <Link to={paths.runs()}>
      <Trans>Show all runs</Trans>
    </Link>
  );
}

interface NoRunsProps {
  filter: FilterRecord;
  titleOf: (key: string) => string;
  onClear: () => void;
}

function NoRuns({ filter, titleOf, onClear }: NoRunsProps) {
  const inWords = useValueInWords(filter);
  const words = Object.entries(filter).map(
    ([key, values]) =>
      `${FILTER_TITLES[key] ?? titleOf(key)} ${values.map((value) => inWords(key, value)).join(t` or `)}`,
  );
  return (
    <EmptyMessage
      title={t`No runs match ${{ words: words.join(t` and `) }}.`}
      action={
        <Button variant="default" onClick={onClear}>
          {words.length > 1 ? t`Clear all filters` : t`Clear the filter`}
        </Button>
      }
    />
  );
}

function LoadingRows() {
  return (
    <div className="stack" style={{ minHeight: 420 }} aria-busy="true">
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
