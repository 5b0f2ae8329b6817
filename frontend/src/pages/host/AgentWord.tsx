import type { HostDetail } from "@/api/types";
import { countOf } from "@/lib/format";
import { Moment } from "@/ui/Moment";

/** What a host's agent said last: when, what waits there, and why a delivery failed. */
export function AgentWord({ agent }: { agent: HostDetail["agent"] }) {
  if (agent === null) return <>Agent status unknown (imported host, or agent older than 0.2).</>;
  return (
    <>
      Agent {agent.agent_version}, last contact <Moment iso={agent.reported_at} />,{" "}
      {agent.waiting === 0 ? (
        "no pending uploads"
      ) : (
        <>
          {countOf(agent.waiting, "pending upload")} since{" "}
          <Moment iso={agent.waiting_since} reason="not reported" />
        </>
      )}
      {agent.refused > 0 && <>, {countOf(agent.refused, "rejected upload")}</>}
      {agent.error !== null && (
        <>
          . Last failed delivery <Moment iso={agent.error_at} reason="not reported" />: {agent.error}
        </>
      )}
    </>
  );
}
