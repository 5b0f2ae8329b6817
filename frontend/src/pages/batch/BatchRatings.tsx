/** The runs of a batch beside the datasheets of their drives: where a datasheet's own suite ends up. */
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { MAX_RATED, ratingsQuery } from "@/api/queries/runs";
import type { Batch, RatedFigure } from "@/api/types";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, formatBlockSizeProse, formatCount } from "@/lib/units";
import styles from "@/pages/batch/BatchPage.module.css";
import { NotRun } from "@/pages/batch/NotRun";
import { RatedTable } from "@/sections/answer/RatedTable";
import { figureInWords } from "@/sections/answer/scorecard-words";
import { Card } from "@/ui/Card";

interface Rated {
  run_id: string;
  figure: RatedFigure;
}

/** More rows than one for each rating, before the others wait behind a button. */
const FEW = 3;

/** Of each rating the run that came nearest, a comparable one before others: a sweep has a row for every point. */
function nearestOfEach(rows: readonly Rated[]): readonly Rated[] {
  const groups = Map.groupBy(rows, ({ figure }) => figureInWords(figure, formatBlockSizeProse));
  return [...groups.values()].map((group) =>
    group.reduce((best, row) => (shareOf(row) > shareOf(best) ? row : best)),
  );
}

function shareOf({ figure: { share, may_judge: mayJudge } }: Rated): number {
  return (share ?? 0) + (mayJudge ? Number.MAX_SAFE_INTEGER : 0);
}

/** Nothing where no run has a figure that a datasheet rates: each run's own page says why. */
export function BatchRatings({ runs, units }: { runs: Batch["runs"]; units: BandwidthUnits }) {
  const [isWhole, setWhole] = useState(false);
  const rated = useQuery(ratingsQuery(runs.map((run) => run.id))).data?.items ?? [];
  const rows = rated.flatMap(({ run_id, rating }) => rating.figures.map((figure) => ({ run_id, figure })));
  if (rows.length === 0) return null;
  const nearest = nearestOfEach(rows);
  const shown = isWhole || rows.length <= nearest.length + FEW ? rows : nearest;
  return (
    <Card
      title="Datasheet"
      subtitle={
        shown.length < rows.length
          ? "The run nearest to each rating of its drives"
          : "What each run measured beside what its drives are rated; no mean over runs"
      }
      isFlush
    >
      <RatedTable
        caption="Runs beside the datasheets of their drives"
        rows={shown.map(({ run_id, figure }, i) => ({
          key: String(i),
          figure,
          link: (text) => <Link to={paths.run(run_id)}>{text}</Link>,
        }))}
        units={units}
      />
      {shown.length < rows.length && (
        <p className={styles.note}>
          <Button variant="default" size="xs" onClick={() => setWhole(true)}>
            Show all {countOf(rows.length, "figure")}
          </Button>
        </p>
      )}
      {runs.length > MAX_RATED && (
        <p className={styles.note}>
          The first {formatCount(MAX_RATED)} of {formatCount(runs.length)} runs; the others are not compared
          with a datasheet here.
        </p>
      )}
      <NotRun runs={runs} units={units} />
    </Card>
  );
}
