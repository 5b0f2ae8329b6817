import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Batch } from "@/api/types";
import { RequestAgain } from "@/subjects/measuring/controls/RequestAgain";
import { RunAgain } from "@/subjects/measuring/controls/RunAgain";
import { isOpen } from "@/subjects/measuring/parts/request-words";
import { requestQuery } from "@/subjects/measuring/queries/requests";

/** Asks for a batch once more: as it was requested, or as the suite that it was. A requested batch has its request's id. */
export function RequestedAgain({ batch }: { batch: Batch }) {
  const asked = useQuery({ ...requestQuery(batch.id), retry: false });
  const [host, ...others] = batch.hosts;
  if (asked.data !== undefined) {
    return isOpen(asked.data) || asked.data.group_id !== null ? null : (
      <RequestAgain requests={[asked.data]} />
    );
  }
  // Asked for anew, an error is unknown again for a moment; the form stays.
  if (!asked.isFetched || batch.suite_again === null || host === undefined || others.length > 0) return null;
  const { name, target, parameters } = batch.suite_again;
  return (
    <RunAgain wanted={{ kind: "suite", name, parameters }} hostId={host.id} place={target}>
      <p>
        <Trans>
          Or have the host run it; it chooses the size of the test file and the order of the steps.
        </Trans>
      </p>
    </RunAgain>
  );
}
