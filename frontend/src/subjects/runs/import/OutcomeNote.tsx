import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ImportPreview } from "@/api/types";
import { byDirection } from "@/lib/direction";
import { sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatPercent } from "@/lib/units";
import { workloadInWords } from "@/lib/workload";
import styles from "@/subjects/runs/import/SourceCard.module.css";
import type { Outcome } from "@/subjects/runs/import/use-save";
import { Badge } from "@/ui/Badge";
import { QueryError } from "@/ui/page/QueryError";

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
      <p className="pad-10-16 ruled on-panel-2" aria-busy="true">
        {outcome.share < 1
          ? t`Saving: ${{ count: formatPercent(Math.floor(outcome.share * 100)) }} sent`
          : t`Saving…`}
      </p>
    );
  }
  if (outcome.state === "refused") {
    return <QueryError title={t`This source was not saved.`} error={outcome.error} />;
  }
  const { runs } = outcome.stored;
  const [first, ...others] = runs.slice(0, MAX_COMPARED);
  return (
    <div className="pad-10-16 ruled on-panel-2">
      {outcome.isDuplicate ? (
        <>
          <Badge>
            <Trans>Already there</Trans>
          </Badge>
          <Trans> The same bytes were saved for this host before, so nothing was stored again.</Trans>
        </>
      ) : (
        <>
          <Badge tone="ok">
            <Trans>Saved</Trans>
          </Badge>{" "}
          {plural({ runs: runs.length }, { one: "# run", other: "# runs" })}
        </>
      )}
      <ul className="flow above-6" style={{ gap: "4px 18px" }}>
        {runs.map((run, index) => (
          <li key={run.id}>
            <Link to={paths.run(run.id)}>
              <Trans>
                Run {{ count: index + 1 }}: {{ preview: workload(preview, index) }}
              </Trans>
            </Link>
            {run.verdict !== null && <span className="block muted small">{run.verdict.sentence}</span>}
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
          <Trans>Compare these</Trans>
        </Link>
      )}
    </div>
  );
}

/** The answer names the runs in the order in which the preview found them. */
function workload(preview: ImportPreview | null, index: number): string {
  const [first] = byDirection(preview?.runs[index]?.results ?? []);
  return first === undefined ? t`no results` : sentenceCase(workloadInWords(first));
}
