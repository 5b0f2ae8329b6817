import { t } from "@lingui/core/macro";
import type { RunDetail } from "@/api/types";
import { runsFilter } from "@/lib/paths";
import { workloadInWords } from "@/lib/workload";
import { PinReference } from "@/subjects/watch/controls/references/PinReference";

/** Makes a run the reference of others. */
export function PinRun({ run, title }: { run: RunDetail; title: string }) {
  const workloads = new Map(run.results.map((result) => [result.workload_id, workloadInWords(result)]));
  return (
    <PinReference
      filter={runsFilter([run.id])}
      what={t`this run`}
      name={title}
      hostId={run.host.id}
      workloads={[...workloads].map(([id, words]) => ({ id, title: words }))}
    />
  );
}
