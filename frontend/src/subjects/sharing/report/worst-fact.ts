/** The most severe thing that a shared report tells of its machines and runs: what its reader must not overlook. */
import type { MachineFinding, SharedDocument } from "@/api/types";
import type { RULE_TITLES } from "@/api/vocabulary.gen";
import { type FoldedFinding, foldFindings } from "@/subjects/runs/parts/fold-findings";
import { findingsOf } from "@/subjects/sharing/report/older-shares";

/** Errors of a link come before everything: a figure measured over them is of no other use. */
const BEFORE_ALL = "pcie-errors" satisfies keyof typeof RULE_TITLES;
const KINDS = ["trust", "cause", "limit", "note"] as const satisfies readonly MachineFinding["kind"][];
const CONFIDENCES = [
  "certain",
  "likely",
  "possible",
] as const satisfies readonly MachineFinding["confidence"][];

/** Null where no rule warns. What a run's own verdict says already is passed over. */
export function worstFact({ hosts, runs }: Pick<SharedDocument, "hosts" | "runs">): FoldedFinding | null {
  const warnings = [
    ...hosts.flatMap(({ findings }) => findings),
    ...runs.flatMap((run) => findingsOf(run).filter(({ id }) => id !== verdictOf(run))),
  ].filter(({ severity }) => severity === "warning");
  const [worst = null] = foldFindings(warnings.toSorted((a, b) => rank(a) - rank(b)));
  return worst;
}

function verdictOf({ answer }: SharedDocument["runs"][number]): string | null {
  // A share of an older version has no answer.
  return (answer as typeof answer | undefined)?.verdict.id ?? null;
}

function rank({ id, kind, confidence }: MachineFinding): number {
  if (id === BEFORE_ALL) return -1;
  return KINDS.indexOf(kind) * CONFIDENCES.length + CONFIDENCES.indexOf(confidence);
}
