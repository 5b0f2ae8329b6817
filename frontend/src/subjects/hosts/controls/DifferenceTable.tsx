import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { DifferenceRows } from "@/subjects/hosts/parts/DifferenceRows";
import { differenceQuery } from "@/subjects/hosts/queries/inventories";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** The differences of two stored inventories. */
export function DifferenceTable({ base, other }: { base: string; other: string }) {
  const difference = useQuery(differenceQuery(base, other));
  if (difference.isPending) {
    return (
      <div style={{ height: 160 }} aria-busy="true">
        <Skeleton height={140} />
      </div>
    );
  }
  if (difference.isError) {
    return (
      <QueryError
        title={t`The difference could not be loaded.`}
        error={difference.error}
        onRetry={() => void difference.refetch()}
      />
    );
  }
  const leftOut = difference.data.rows_left_out;
  return (
    <>
      <DifferenceRows difference={difference.data} />
      {leftOut > 0 && (
        <p className="muted small">
          <Trans>
            <Plural value={leftOut} one="# more difference" other="# more differences" /> not listed.
          </Trans>
        </p>
      )}
    </>
  );
}
