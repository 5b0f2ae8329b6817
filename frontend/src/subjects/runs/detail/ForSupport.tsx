import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { supportQuery } from "@/subjects/runs/queries/runs";
import { KernelLogPart } from "@/subjects/sharing/parts/KernelLogPart";
import { SmartPages } from "@/subjects/sharing/parts/SmartPages";
import { HostCommand } from "@/ui/AgentProgram";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { WaitingCard } from "@/ui/page/WaitingCard";

const TITLE = t`Kernel log and drive health`;
const SUBTITLE = t`May contain names and serial numbers. Left out of shares by default`;

/** What a vendor's support asks for beside a run, or how to collect it. */
export function ForSupport({ runId }: { runId: string }) {
  const support = useQuery(supportQuery(runId));
  if (support.data === undefined)
    return (
      <WaitingCard title={TITLE} query={support} failure={t`The list could not be loaded.`} height={64} />
    );
  const { kernel_log: log, smart_pages: pages } = support.data;
  if (log === null && pages.length === 0) {
    return (
      <Card title={TITLE}>
        <EmptyMessage
          title={t`Not collected.`}
          detail={
            <>
              <Trans>
                To include the log and drive health in the next run, use{" "}
                <HostCommand text="fioboard-agent run --support" />. To attach the current ones, run on its
                host:
              </Trans>
              <div style={{ maxWidth: 620, marginTop: 6 }}>
                <CommandLine
                  text={`fioboard-agent support ${runId}`}
                  name={t`the command that collects it`}
                />
              </div>
            </>
          }
        />
      </Card>
    );
  }
  return (
    <Card title={TITLE} subtitle={SUBTITLE} isFlush>
      {log !== null && <KernelLogPart log={log} />}
      <SmartPages pages={pages} />
    </Card>
  );
}
