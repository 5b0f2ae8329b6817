import { Trans } from "@lingui/react/macro";
import type { Change, HostEvent } from "@/api/types";
import { STATE_WORDS } from "@/subjects/watch/parts/change-words";

/** What people noted of a change or an event: its state, the cause, a note, and who it is assigned to. */
export function TriageState({
  of,
}: {
  of: Pick<Change | HostEvent, "state" | "cause" | "note" | "assignee">;
}) {
  return (
    <>
      <span title={STATE_WORDS[of.state].means}>{STATE_WORDS[of.state].short}</span>
      {of.cause !== null && <div className="faint tiny regular">{of.cause}</div>}
      {of.note !== null && of.note !== "" && <div className="faint tiny regular">{of.note}</div>}
      {of.assignee !== null && (
        <div className="faint tiny regular">
          <Trans>assigned to {{ name: of.assignee.name }}</Trans>
        </div>
      )}
    </>
  );
}
