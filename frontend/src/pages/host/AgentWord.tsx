import type { HostDetail } from "@/api/types";
import { countOf } from "@/lib/format";
import { Moment } from "@/ui/Moment";

/** What a host's agent said last: when, what waits there, and why a delivery failed. */
export function AgentWord({ agent }: { agent: HostDetail["agent"] }) {
  if (agent === null) return <>Its agent never said how it is; one of before this release does not.</>;
  return (
    <>
      Agent {agent.agent_version} spoke last <Moment iso={agent.reported_at} />:{" "}
      {agent.waiting === 0 ? (
        "no upload waits"
      ) : (
        <>
          {countOf(agent.waiting, "upload")} {agent.waiting === 1 ? "waits" : "wait"} since{" "}
          <Moment iso={agent.waiting_since} reason="it did not say since when" />
        </>
      )}
      {agent.refused > 0 && <>, {countOf(agent.refused, "upload")} refused for good</>}
      {agent.error !== null && (
        <>
          . Last failed delivery <Moment iso={agent.error_at} reason="it did not say when" />: {agent.error}
        </>
      )}
    </>
  );
}
