import { Trans } from "@lingui/react/macro";
import type { Change, HostEvent } from "@/api/types";
import { STATE_WORDS } from "@/subjects/watch/parts/change-words";
import styles from "@/subjects/watch/Watch.module.css";

/** What people noted of a change or an event: its state, the cause, a note, and who it is assigned to. */
export function TriageState({
  of,
}: {
  of: Pick<Change | HostEvent, "state" | "cause" | "note" | "assignee">;
}) {
  return (
    <>
      <span title={STATE_WORDS[of.state].means}>{STATE_WORDS[of.state].short}</span>
      {of.cause !== null && <div className={styles.small}>{of.cause}</div>}
      {of.note !== null && of.note !== "" && <div className={styles.small}>{of.note}</div>}
      {of.assignee !== null && (
        <div className={styles.small}>
          <Trans>assigned to {{ name: of.assignee.name }}</Trans>
        </div>
      )}
    </>
  );
}
