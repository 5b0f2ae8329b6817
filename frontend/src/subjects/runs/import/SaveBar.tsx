import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import styles from "@/subjects/runs/import/SaveBar.module.css";

interface SaveBarProps {
  /** Runs that the next save would store. */
  runs: number;
  /** Sources that cannot be saved as they are. */
  unusable: number;
  isWaiting: boolean;
  /** Why the form cannot be sent; null when it can. */
  problem: string | null;
  isSaving: boolean;
  /** Which source of how many is being sent; null when none is. */
  saving: string | null;
  /** The summary of what was saved; null before. */
  summary: string | null;
  onSave: () => void;
  onMore: () => void;
}

/** What can be done now, always in view. */
export function SaveBar({
  runs,
  unusable,
  isWaiting,
  problem,
  isSaving,
  saving,
  summary,
  onSave,
  onMore,
}: SaveBarProps) {
  const words = [
    saving ?? summary ?? "",
    isWaiting ? t`Reading…` : "",
    problem === null ? "" : `${problem}.`,
    summary === null && !isWaiting && runs === 0 ? t`Nothing to save yet.` : "",
    unusable > 0 && summary === null
      ? t`${plural(unusable, { one: "# source", other: "# sources" })} not understood.`
      : "",
  ].filter((part) => part !== "");
  return (
    <div className={styles.bar}>
      <p role="status" className="strong">
        {words.join(" ")}
      </p>
      <div className="row gap-14 push">
        {summary !== null && (
          <>
            <Link to={paths.runs()}>
              <Trans>Run history</Trans>
            </Link>
            <Button variant="default" disabled={isSaving} onClick={onMore}>
              <Trans>Import more</Trans>
            </Button>
          </>
        )}
        {(summary === null || runs > 0) && (
          <Button loading={isSaving} disabled={runs === 0 || isWaiting} onClick={onSave}>
            {runs === 0 ? t`Save` : t`Save ${plural(runs, { one: "# run", other: "# runs" })}`}
          </Button>
        )}
      </div>
    </div>
  );
}
