/** Is what this host measured as fast as its drives are rated? */
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { HostRatings as Ratings } from "@/api/types";
import { paths } from "@/lib/paths";
import { type RatedRow, RatedTable } from "@/subjects/datasheets/parts/RatedTable";
import { hostRatingsQuery } from "@/subjects/runs/queries/runs";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";

type Item = Ratings["items"][number];

/** The latest run and the highest share of the rating of each metric; nothing where no run is rated. */
export function HostRatings({ hostId, hostName }: { hostId: string; hostName: string }) {
  const ratings = useQuery(hostRatingsQuery(hostId)).data;
  if (ratings === undefined || ratings.items.length === 0) return null;
  return (
    <Card
      title={t`Compared with the drives' ratings`}
      subtitle={t`Latest and best run of each drive model and metric`}
      isFlush
    >
      <RatedTable
        caption={t`Compared with the drives' ratings`}
        of={t`Run`}
        rows={ratings.items.flatMap(rowsOf)}
        units="decimal"
      />
      <p className="links remark">
        <Trans>
          ≥ lower bound: queue depth below the rated one · ? conditions unknown. Only reliable runs count
          towards the highest share. {{ leftOut: !ratings.is_whole ? t`Only the newest are shown. ` : "" }}
          <Link to={paths.runs({ filter: { host: [hostName] } })}>All runs on this host</Link>
        </Trans>
      </p>
    </Card>
  );
}

function rowsOf({ models, runs, latest, best }: Item, place: number): RatedRow[] {
  const row = (word: string, { run_id, at, figure }: Item["latest"]): RatedRow => ({
    key: `${place} ${word}`,
    figure,
    about: models.join(" + "),
    of: (
      <>
        {word}
        <div className="faint tiny regular">
          <Moment iso={at} />
        </div>
      </>
    ),
    runs,
    link: (text) => <Link to={paths.run(run_id)}>{text}</Link>,
  });
  if (best === null) return [row(t`Latest`, latest)];
  if (best.run_id === latest.run_id)
    return [row(runs > 1 ? t`Latest (also the highest share)` : t`Only run`, latest)];
  return [row(t`Latest`, latest), row(t`Highest share`, best)];
}
