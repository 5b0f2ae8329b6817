import { Button } from "@mantine/core";
import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import frame from "@/ui/ListPage.module.css";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface LoadedListProps {
  query: UseInfiniteQueryResult<unknown> | UseQueryResult<unknown>;
  /** Also true while something else is awaited that is shown with the list. */
  isPending?: boolean;
  /** What could not be loaded, as a sentence. */
  error: string;
  /** The button for the next page of a list that comes in pages. */
  more?: string;
  /** Shown instead of the rows when there are none. */
  empty: ReactNode | null;
  children: ReactNode;
}

/** A list from the service: a skeleton while it loads, what failed, its rows, and the button for more of them. */
export function LoadedList({
  query,
  isPending = query.isPending,
  error,
  more,
  empty,
  children,
}: LoadedListProps) {
  return (
    <div
      className={frame.frame}
      aria-busy={isPending || query.isPlaceholderData}
      style={{ opacity: query.isPlaceholderData ? 0.55 : 1 }}
    >
      {isPending ? (
        <div className="pad-16">
          <Skeleton height={200} />
        </div>
      ) : query.isError ? (
        <QueryError title={error} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        (empty ?? children)
      )}
      {more !== undefined && "hasNextPage" in query && query.hasNextPage && (
        <div className="pad-16">
          <Button
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {more}
          </Button>
        </div>
      )}
    </div>
  );
}
