import type { ListedResult, RunSummary } from "@/api/types";
import { isTyped, TYPED } from "@/lib/certainty";
import { countOf } from "@/lib/format";
import { Badge, type Tone } from "@/ui/Badge";

/** Whether a remark says something about the worth of the figures; notes do not colour a run. */
export function isWorthALook(remark: { remark_class: string }): boolean {
  return remark.remark_class === "wrong_figure" || remark.remark_class === "missing";
}

type Subject = Pick<RunSummary, "state" | "outcome"> & {
  results: readonly Pick<ListedResult, "error" | "job_name" | "problems" | "settings_source">[];
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

/** The word, its colour, and what it means. */
export function statusOf(run: Subject): { word: string; tone: Tone; title: string } {
  if (run.state === "not_understood") {
    return {
      word: "Not understood",
      tone: "warn",
      title: "The output is kept, but no reader understands it yet",
    };
  }
  const errors = run.results.filter((result) => result.error !== 0);
  if (run.outcome === "failed") return { word: "Failed", tone: "bad", title: "The tool ended with an error" };
  if (errors.length > 0) {
    return {
      word: "Job error",
      tone: "bad",
      title: `fio error ${errors[0]?.error} in ${errors[0]?.job_name}`,
    };
  }
  if (run.outcome === "interrupted") {
    return { word: "Interrupted", tone: "warn", title: "The tool was interrupted" };
  }
  if (run.outcome === "partial") {
    return { word: "Partial", tone: "warn", title: "Some results in the output could not be read" };
  }
  const remarks = run.results.flatMap((result) => result.problems).filter(isWorthALook).length;
  // Where figures come from is said before how well they fit together: no list may show typed ones as measured.
  if (run.results.some(isTyped)) {
    const also = remarks === 0 ? "" : `; ${countOf(remarks, "warning")}`;
    return { word: "Typed", tone: remarks === 0 ? "plain" : "warn", title: TYPED + also };
  }
  if (remarks > 0) {
    return {
      word: countOf(remarks, "warning"),
      tone: "warn",
      title: "Inconsistent values in the output",
    };
  }
  return { word: "Done", tone: "ok", title: "Completed without errors" };
}
