import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { FleetDrive } from "@/api/types";
import { Missing } from "@/ui/Missing";

/** A drive's PCIe link, and what it could be where it is below that. */
export function DriveLink({ link }: Pick<FleetDrive, "link">) {
  // A fact, not a gap.
  if (link === null)
    return (
      <span className="faint tiny">
        <Trans>no PCIe link</Trans>
      </span>
    );
  return (
    <>
      {link.now ?? <Missing reason={t`link not read`} />}
      {link.is_below && link.capable !== null && (
        <div className="faint tiny">
          <Trans>of {{ capable: link.capable }}</Trans>
        </div>
      )}
    </>
  );
}
