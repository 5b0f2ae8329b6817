import { useInfiniteQuery } from "@tanstack/react-query";
import type { HostDetail } from "@/api/types";
import { ChangesOf } from "@/subjects/watch/controls/ChangesOf";
import { SeriesOf } from "@/subjects/watch/controls/SeriesOf";
import { TimeNotes } from "@/subjects/watch/controls/time-notes/TimeNotes";
import { changesOfQuery, seriesListQuery } from "@/subjects/watch/queries/changes";
import { Card } from "@/ui/Card";
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
  return (
    <>
      <ChangesOf of={of} />
      <SeriesOf of={of} />
      <TimeNotes hosts={[host]} />
    </>
  );
}
