import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { RunDetail } from "@/api/types";
import { byJob } from "@/lib/direction";
import { type BandwidthUnits, formatCount } from "@/lib/units";
import { ResultTable } from "@/subjects/runs/detail/ResultTable";
import { moreResultsQuery } from "@/subjects/runs/queries/results";

/** The table of a run's results: those that came with it, and the others page by page when somebody asks for them. */
export function AllResults({ run, units }: { run: RunDetail; units: BandwidthUnits }) {
  const more = useInfiniteQuery(moreResultsQuery(run.id, run.results_next_cursor));
  const pages = more.data?.pages;
  const results = useMemo(
    () => byJob([...run.results, ...(pages ?? []).flatMap((page) => page.results)]),
    [run.results, pages],
  );
  const hasMore = pages === undefined ? run.results_next_cursor !== null : more.hasNextPage;
  return (
    <>
      <ResultTable results={results} clones={run.job_results} units={units} />
      {hasMore && (
        <p className="hint">
          <Trans>
            {{ results: formatCount(results.length) }} of {{ results_total: formatCount(run.results_total) }}{" "}
            results, the headline result and the first of the file.
          </Trans>{" "}
          <Button variant="default" loading={more.isFetching} onClick={() => void more.fetchNextPage()}>
            <Trans>Show more results</Trans>
          </Button>
        </p>
      )}
      {more.isError && (
        <p className="hint">
          <Trans>The list could not be loaded.</Trans>
        </p>
      )}
    </>
  );
}
