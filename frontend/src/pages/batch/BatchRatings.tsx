/** The runs of a batch beside the datasheets of their drives: where a datasheet's own suite ends up. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { MAX_RATED, ratingsQuery } from "@/api/queries/runs";
import type { Batch } from "@/api/types";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, formatBlockSizeProse, formatCount, formatRatedShare } from "@/lib/units";
import styles from "@/pages/batch/BatchPage.module.css";
import { NotRun } from "@/pages/batch/NotRun";
import { RatedOrigin } from "@/sections/answer/RatedOrigin";
import wordStyles from "@/sections/answer/RatedTable.module.css";
import {
  conditionInWords,
  figureInWords,
  formatRated,
  toneOf,
  VERDICTS,
} from "@/sections/answer/scorecard-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: "Test" },
  { name: "Measured", isNumeric: true },
  { name: "By the datasheet", isNumeric: true },
  { name: "Share", isNumeric: true },
  { name: "What may be said" },
  { name: "Which datasheet" },
];

/** Nothing where no run has a figure that a datasheet rates: each run's own page says why. */
export function BatchRatings({ runs, units }: { runs: Batch["runs"]; units: BandwidthUnits }) {
  const rated = useQuery(ratingsQuery(runs.map((run) => run.id))).data?.items ?? [];
  const rows = rated.flatMap(({ run_id, rating }) => rating.figures.map((figure) => ({ run_id, figure })));
  if (rows.length === 0) return null;
  return (
    <Card
      title="Datasheet"
      subtitle="What each run measured beside what its drives are rated; no mean over runs"
      isFlush
    >
      <Table caption="Runs beside the datasheets of their drives" columns={COLUMNS}>
        {rows.map(({ run_id, figure }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: in the order of the runs, and two may be equal
          <tr key={i}>
            <th scope="row">
              <Link to={paths.run(run_id)} className={styles.run}>
                {figureInWords(figure, formatBlockSizeProse)}
              </Link>
            </th>
            <NumberCell>{formatRated(figure, figure.measured, units)}</NumberCell>
            <NumberCell>{formatRated(figure, figure.rated, units)}</NumberCell>
            <NumberCell title={VERDICTS[figure.verdict].share}>{formatRatedShare(figure.share)}</NumberCell>
            <td
              title={
                figure.differs.map((one) => conditionInWords(one, formatBlockSizeProse)).join("; ") ||
                undefined
              }
            >
              <Badge tone={toneOf(figure)}>{VERDICTS[figure.verdict].word}</Badge>
            </td>
            <td className={wordStyles.words}>
              <RatedOrigin figure={figure} />
            </td>
          </tr>
        ))}
      </Table>
      {runs.length > MAX_RATED && (
        <p className={styles.note}>
          The first {formatCount(MAX_RATED)} of {formatCount(runs.length)} runs: the others stand beside no
          datasheet here.
        </p>
      )}
      <NotRun runs={runs} units={units} />
    </Card>
  );
}
