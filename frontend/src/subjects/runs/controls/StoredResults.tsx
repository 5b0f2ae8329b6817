import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { BatchRuns } from "@/subjects/runs/controls/BatchRuns";
import { FigureStrips } from "@/subjects/runs/parts/FigureStrip";
import { Headlines } from "@/subjects/runs/parts/Headlines";
import { batchQuery } from "@/subjects/runs/queries/batches";
import { runQuery } from "@/subjects/runs/queries/runs";
import { Card } from "@/ui/Card";

/** Of a suite that has more, its own page says the rest; of a job with many sections, its run. */
const MAX_ROWS = 12;
const MAX_STRIPS = 3;

/** The results of a suite as far as they are stored: the answer, then a row each. */
export function StoredBatch({ id }: { id: string }) {
  const { data: batch } = useQuery({ ...batchQuery(id), refetchOnMount: "always" });
  if (batch === undefined || batch.runs.length === 0) return null;
  return (
    <Card title={t`Results`} subtitle={batch.answer?.verdict.sentence} isFlush>
      <BatchRuns runs={batch.runs} names={batch.result_names} units="decimal" most={MAX_ROWS} />
    </Card>
  );
}

/** The figures of one stored run, and what they say. */
export function StoredRun({ id }: { id: string }) {
  const { data: run } = useQuery({ ...runQuery(id), refetchOnMount: "always" });
  if (run === undefined || run.results.length === 0) return null;
  return (
    <>
      <FigureStrips>
        {run.results.slice(0, MAX_STRIPS).map((result) => (
          <Headlines key={result.id} result={result} units="decimal" isAlone={run.results_total === 1} />
        ))}
      </FigureStrips>
      {run.answer !== null && <Card title={t`Answer`}>{run.answer.verdict.sentence}</Card>}
    </>
  );
}
