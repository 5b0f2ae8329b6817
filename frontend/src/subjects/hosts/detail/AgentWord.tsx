import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import type { HostDetail } from "@/api/types";
import { Moment } from "@/ui/Moment";

/** What a host's agent said last: when, what waits there, and why a delivery failed. */
export function AgentWord({ agent }: { agent: HostDetail["agent"] }) {
  if (agent === null) return <Trans>No agent has reported its status.</Trans>;
  return (
    <>
      <Trans>
        Agent {{ agent_version: agent.agent_version }}, last contact <Moment iso={agent.reported_at} />
      </Trans>
      {agent.waiting === 0 && t`, no pending uploads`}
      {agent.waiting !== null && agent.waiting > 0 && (
        <Trans>
          , <Plural value={{ waiting: agent.waiting }} one="# pending upload" other="# pending uploads" />{" "}
          since <Moment iso={agent.waiting_since} reason={t`not reported`} />
        </Trans>
      )}
      {agent.refused !== null && agent.refused > 0 && (
        <>, {plural({ refused: agent.refused }, { one: "# rejected upload", other: "# rejected uploads" })}</>
      )}
      {agent.error !== null && (
        <Trans>
          . Last failed delivery <Moment iso={agent.error_at} reason={t`not reported`} />:{" "}
          {{ error: agent.error }}
        </Trans>
      )}
    </>
  );
}
