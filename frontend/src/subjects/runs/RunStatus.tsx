import { plural, t } from "@lingui/core/macro";
import type { ListedResult, RunSummary } from "@/api/types";
import { isTyped, TYPED } from "@/subjects/runs/parts/certainty";
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
      word: t`Not understood`,
      tone: "warn",
      title: t`The output is stored, but cannot be parsed yet`,
    };
  }
  const errors = run.results.filter((result) => result.error !== 0);
  if (run.outcome === "failed")
    return { word: t`Failed`, tone: "bad", title: t`The tool ended with an error` };
  if (errors.length > 0) {
    return {
      word: t`Job error`,
      tone: "bad",
      title: t`fio error ${{ error: errors[0]?.error ?? "" }} in ${{ job: errors[0]?.job_name ?? "" }}`,
    };
  }
  if (run.outcome === "interrupted") {
    return { word: t`Interrupted`, tone: "warn", title: t`The tool was interrupted` };
  }
  if (run.outcome === "partial") {
    return { word: t`Partial`, tone: "warn", title: t`Some results in the output could not be read` };
  }
  const remarks = run.results.flatMap((result) => result.problems).filter(isWorthALook).length;
  // Where figures come from is said before how well they fit together: no list may show typed ones as measured.
  if (run.results.some(isTyped)) {
    const also = remarks === 0 ? "" : `; ${plural(remarks, { one: "# warning", other: "# warnings" })}`;
    return { word: t`Typed`, tone: remarks === 0 ? "plain" : "warn", title: TYPED + also };
  }
  if (remarks > 0) {
    return {
      word: plural(remarks, { one: "# warning", other: "# warnings" }),
      tone: "warn",
      title: t`Inconsistent values in the output`,
    };
  }
  return { word: t`Done`, tone: "ok", title: t`Completed without errors` };
}
