import { Link } from "@tanstack/react-router";
import type { ImportPreview } from "@/api/types";
import { QueryError } from "@/components/QueryError";
import { byDirection } from "@/lib/direction";
import { countOf, sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatPercent } from "@/lib/units";
import { workloadInWords } from "@/lib/workload";
import styles from "@/pages/import/SourceCard.module.css";
import type { Outcome } from "@/pages/import/use-save";
import { Badge } from "@/ui/Badge";

/** A comparison has room for so many columns. */
const MAX_COMPARED = 6;

interface OutcomeNoteProps {
  outcome: Outcome | undefined;
  preview: ImportPreview | null;
}

/** What the service answered when the source was saved, with the way to its runs. */
export function OutcomeNote({ outcome, preview }: OutcomeNoteProps) {
  if (outcome === undefined) return null;
  if (outcome.state === "sending") {
    return (
      <p className={styles.outcome} aria-busy="true">
        {outcome.share < 1 ? `Saving: ${formatPercent(Math.floor(outcome.share * 100))} sent` : "Saving…"}
      </p>
    );
  }
  if (outcome.state === "refused") {
    return <QueryError title="This source was not saved." error={outcome.error} />;
  }
  const { runs } = outcome.stored;
  const [first, ...others] = runs.slice(0, MAX_COMPARED);
  return (
    <div className={styles.outcome}>
      {outcome.isDuplicate ? (
        <>
          <Badge>Already there</Badge> The same bytes were saved for this host before; nothing was stored
          twice.
        </>
      ) : (
        <>
          <Badge tone="ok">Saved</Badge> {countOf(runs.length, "run")}
        </>
      )}
      <ul className={styles.runLinks}>
        {runs.map((run, index) => (
          <li key={run.id}>
            <Link to={paths.run(run.id)}>
              Run {index + 1}: {workload(preview, index)}
            </Link>
            {run.verdict !== null && <span className={styles.verdict}>{run.verdict.sentence}</span>}
          </li>
        ))}
      </ul>
      {runs.length > 1 && first !== undefined && (
        <Link
          className={styles.compare}
          to={paths.compareRuns(
            [first.id],
            others.map(({ id }) => id),
          )}
        >
          Compare these
        </Link>
      )}
    </div>
  );
}

/** The answer names the runs in the order in which the preview found them. */
function workload(preview: ImportPreview | null, index: number): string {
  const [first] = byDirection(preview?.runs[index]?.results ?? []);
  return first === undefined ? "no results" : sentenceCase(workloadInWords(first));
}
