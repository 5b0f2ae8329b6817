import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { HostDetail } from "@/api/types";
import { MIN_WATCHED_RUNS } from "@/api/vocabulary.gen";
import { ChangesOf } from "@/subjects/watch/controls/ChangesOf";
import { SeriesOf } from "@/subjects/watch/controls/SeriesOf";
import { TimeNotes } from "@/subjects/watch/controls/time-notes/TimeNotes";
import { changesOfQuery, seriesListQuery } from "@/subjects/watch/queries/changes";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Skeleton } from "@/ui/Skeleton";

const HEIGHT = 240;

/** Where figures of a host changed, and which are monitored: both lists at once, or each would move what is below it. */
export function HostChanges({ host }: { host: HostDetail }) {
  const of = { host: host.name };
  const changes = useInfiniteQuery(changesOfQuery(of));
  const series = useInfiniteQuery(seriesListQuery(of));
  if (changes.isPending || series.isPending) {
    return (
      <Card>
        <div style={{ height: HEIGHT, padding: 16 }} aria-busy="true">
          <Skeleton height={HEIGHT - 40} />
        </div>
      </Card>
    );
  }
  const isMonitored = series.data?.pages.some((page) => page.items.length > 0) ?? true;
  return (
    <>
      {!isMonitored && (
        <Card title={t`Performance changes`}>
          <EmptyMessage
            title={t`No changes can be found on this host yet.`}
            detail={t`No workload here has the ${MIN_WATCHED_RUNS} comparable runs that are needed.`}
          />
        </Card>
      )}
      <ChangesOf of={of} />
      <SeriesOf of={of} />
      <TimeNotes hosts={[host]} />
    </>
  );
}
