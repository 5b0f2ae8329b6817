import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { LiveFigures, LiveLanes } from "@/subjects/measuring/page/LiveLanes";
import { findNewest } from "@/subjects/measuring/queries/live-total";
import { groupLiveQuery } from "@/subjects/measuring/queries/request-groups";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";

/** The sum over all hosts while they measure; nothing before the first sample. */
export function GroupLive({ id }: { id: string }) {
  const { data } = useQuery(groupLiveQuery(id));
  const samples = data?.samples;
  const all = data?.host_count ?? 0;
  const whole = useMemo(() => (samples ?? []).filter((one) => one.host_count === all), [samples, all]);
  if (data === undefined || data.samples.length === 0) return null;
  const newest = findNewest(data);
  const counted = newest?.host_count ?? 0;
  return (
    <>
      <Card
        title={t`Live total`}
        subtitle={
          newest === null ? (
            <Trans>No host has reported for 15 s</Trans>
          ) : counted < all ? (
            <Badge tone="warn">
              <Trans>
                {{ counted }} of {{ all }} hosts
              </Trans>
            </Badge>
          ) : (
            <Trans>Sum of {{ all }} hosts, in the same second</Trans>
          )
        }
      >
        <LiveFigures sample={newest ?? undefined} />
      </Card>
      <LiveLanes
        samples={whole}
        subtitle={t`Sum of ${all} hosts: only the seconds in which all of them measured`}
        of={t`all hosts`}
      />
    </>
  );
}
