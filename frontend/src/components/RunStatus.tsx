import type { ListedResult, RunSummary } from "@/api/types";
import { Badge, type Tone } from "@/ui/Badge";

type Subject = Pick<RunSummary, "state" | "outcome"> & {
  results: readonly Pick<ListedResult, "error" | "job_name" | "problems">[];
};

/** How a run ended, the worst first. */
export function RunStatus({ run }: { run: Subject }) {
  const { word, tone, title } = statusOf(run);
  return (
    <Badge tone={tone} title={title}>
      {word}
    </Badge>
  );
}

function statusOf(run: Subject): { word: string; tone: Tone; title: string } {
  if (run.state === "not_understood") {
    return {
      word: "Not understood",
      tone: "warn",
      title: "The output is kept, but no reader understands it yet",
    };
  }
  const errors = run.results.filter((result) => result.error !== 0);
  if (run.outcome === "failed") return { word: "Failed", tone: "bad", title: "fio ended with an error" };
  if (errors.length > 0) {
    return {
      word: "Job error",
      tone: "bad",
      title: `fio error ${errors[0]?.error} in ${errors[0]?.job_name}`,
    };
  }
  if (run.outcome === "interrupted") {
    return { word: "Interrupted", tone: "warn", title: "fio was stopped before its end" };
  }
  const remarks = run.results.reduce((sum, result) => sum + result.problems.length, 0);
  if (remarks > 0) return { word: "Check", tone: "warn", title: `${remarks} remarks about the figures` };
  return { word: "OK", tone: "ok", title: "fio ran to its end without an error" };
}
