/** The runs of a batch beside the datasheets of their drives: where a datasheet's own suite ends up. */
import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Batch } from "@/api/types";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, formatCount } from "@/lib/units";
import { nearestOfEach } from "@/subjects/datasheets/parts/nearest-rating";
import { RatedTable } from "@/subjects/datasheets/parts/RatedTable";
import { NotRun } from "@/subjects/runs/batches/NotRun";
import { MAX_RATED, ratingsQuery } from "@/subjects/runs/queries/runs";
import { Card } from "@/ui/Card";

/** Nothing where no run has a figure that a datasheet rates: each run's own page says why. */
export function BatchRatings({ runs, units }: { runs: Batch["runs"]; units: BandwidthUnits }) {
  const [isWhole, setWhole] = useState(false);
  const rated = useQuery(ratingsQuery(runs.map((run) => run.id))).data?.items ?? [];
  const rows = rated.flatMap(({ run_id, rating }) => rating.figures.map((figure) => ({ run_id, figure })));
  if (rows.length === 0) return null;
  const shown = isWhole ? rows : nearestOfEach(rows, ({ figure }) => figure);
  return (
    <Card
      title={t`Compared with the rating`}
      subtitle={
        shown.length < rows.length
          ? t`The run closest to the rating for each workload`
          : t`Each run is compared with the rating of its drives; runs are not averaged`
      }
      isFlush
    >
      <RatedTable
        caption={t`Runs compared with drive datasheets`}
        rows={shown.map(({ run_id, figure }, i) => ({
          key: String(i),
          figure,
          link: (text) => <Link to={paths.run(run_id)}>{text}</Link>,
        }))}
        units={units}
      />
      {shown.length < rows.length && (
        <p className="remark">
          <Button variant="default" size="xs" onClick={() => setWhole(true)}>
            <Trans>
              Show all <Plural value={{ rows: rows.length }} one="# comparison" other="# comparisons" />
            </Trans>
          </Button>
        </p>
      )}
      {runs.length > MAX_RATED && (
        <p className="remark">
          <Trans>
            The first {{ MAX_RATED: formatCount(MAX_RATED) }} of {{ runs: formatCount(runs.length) }} runs;
            the others are not compared with a datasheet here.
          </Trans>
        </p>
      )}
      <NotRun runs={runs} units={units} />
    </Card>
  );
}
