import type { MachineFinding, SharedRun } from "@/api/types";

/** A share published before 0.3 keeps its findings with the path, and calls what evidence is `label`. */
interface OlderPath {
  findings?: {
    id: string;
    severity: MachineFinding["severity"];
    text: string;
    evidence: {
      label: string;
      value: string | number | boolean | null;
      unit: string | null;
      source: string;
    }[];
  }[];
}

/** What was found about a run; a published share is never rewritten, so both of its forms are read. */
export function findingsOf(run: SharedRun): readonly MachineFinding[] {
  // An older document has no `answer` at all.
  const answer = run.answer as SharedRun["answer"] | undefined;
  if (answer !== null && answer !== undefined) return answer.findings;
  const older = run.path as OlderPath | null;
  return (older?.findings ?? []).map((finding) => ({
    ...finding,
    kind: "note",
    confidence: "likely",
    experiment: null,
    evidence: finding.evidence.map(({ label, ...fact }) => ({ name: label, ...fact })),
  }));
}
