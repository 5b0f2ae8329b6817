import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import styles from "@/pages/import/SaveBar.module.css";

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
    isWaiting ? "Reading…" : "",
    problem === null ? "" : `${problem}.`,
    summary === null && !isWaiting && runs === 0 ? "Nothing to save yet." : "",
    unusable > 0 && summary === null ? `${countOf(unusable, "source")} not understood.` : "",
  ].filter((part) => part !== "");
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.words}>
        {words.join(" ")}
      </p>
      <div className={styles.actions}>
        {summary !== null && (
          <>
            <Link to={paths.runs()}>Run history</Link>
            <Button variant="default" disabled={isSaving} onClick={onMore}>
              Import more
            </Button>
          </>
        )}
        {(summary === null || runs > 0) && (
          <Button loading={isSaving} disabled={runs === 0 || isWaiting} onClick={onSave}>
            {runs === 0 ? "Save" : `Save ${countOf(runs, "run")}`}
          </Button>
        )}
      </div>
    </div>
  );
}
