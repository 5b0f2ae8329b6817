import { Trans } from "@lingui/react/macro";
import { MISSING } from "@/lib/units";

/** A value nobody knows, with the reason; never 0, never blank. */
export function Missing({ reason }: { reason: string }) {
  return (
    <span className="missing" title={reason}>
      <span aria-hidden="true">{MISSING}</span>
      <span className="visually-hidden">
        <Trans>unknown: {reason}</Trans>
      </span>
    </span>
  );
}
