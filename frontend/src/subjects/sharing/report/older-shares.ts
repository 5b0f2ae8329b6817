import { t } from "@lingui/core/macro";
import type { MachineFinding, SharedRun, Timeline } from "@/api/types";

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

/** What a run recorded over time. Of a share published before 0.3 nothing says where fio's logs stand among samples. */
export function timelineOf({ time_series: series }: SharedRun): Timeline | null {
  if (series === null) return null;
  // An older document has no `clock` at all.
  if ((series.clock as Timeline["clock"] | undefined) !== undefined) return series;
  const logs = series.series.filter(({ source }) => source !== "samples");
  const hasSamples = logs.length < series.series.length;
  const isApart = hasSamples && logs.length > 0;
  return {
    ...series,
    off_clock: isApart ? logs.map(({ key }) => key) : [],
    clock: {
      zero: hasSamples ? "samples" : "job",
      zero_at_ms: null,
      basis: null,
      log_offset_ms: hasSamples ? null : 0,
      reason: isApart ? t`This snapshot was made before run clocks were recorded.` : null,
      phases: [],
      jobs: [],
      logs_hold_maxima: false,
    },
  };
}
