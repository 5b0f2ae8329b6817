import { Trans } from "@lingui/react/macro";
import type { RequestGroup } from "@/api/types";
import { formatMs, type GroupStep } from "@/subjects/measuring/page/GroupHosts";
import { Moment } from "@/ui/Moment";

/** When they started the step, and how far apart. */
export function GroupStart({ group, step }: { group: RequestGroup; step: GroupStep }) {
  const waiting = step.hosts
    .filter((one) => one.ready_at === null && one.left_out === null)
    .map(({ host }) => host.name);
  if (step.start_at === null) {
    if (step.step > 1) {
      return step.state === "ended" ? (
        <Trans>Not started</Trans>
      ) : (
        <Trans>Waiting for {{ hosts: waiting.join(", ") }}</Trans>
      );
    }
    if (group.state === "ended") return <Trans>Not started: all start together, or none does</Trans>;
    return waiting.length === 0 ? (
      <Trans>All are ready</Trans>
    ) : (
      <Trans>Waiting for {{ hosts: waiting.join(", ") }}; all start together, or none does</Trans>
    );
  }
  const skew = formatMs(step.start_skew_ms);
  return skew === null ? (
    <Trans>
      Start: <Moment iso={step.start_at} />
    </Trans>
  ) : (
    <Trans>
      Start skew {{ skew }} ± {{ uncertainty: formatMs(step.start_skew_uncertainty_ms) ?? "" }}
    </Trans>
  );
}
