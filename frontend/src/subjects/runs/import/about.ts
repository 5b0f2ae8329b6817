/** What a person says about an import, and how the service is told. */

import { t } from "@lingui/core/macro";
import type { ImportPreview } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import type { SearchRecord } from "@/lib/search-params";
import type { AcceptedFacts } from "@/subjects/runs/import/facts";
import { parseLabels } from "@/subjects/runs/labels";

export interface About {
  host: string;
  title: string;
  /** As the browser's control writes it, in the reader's zone; null until somebody touches it. */
  measuredAt: string | null;
  /** key=value each. */
  labels: string[];
  tags: string[];
}

export const NOTHING_SAID: About = { host: "", title: "", measuredAt: null, labels: [], tags: [] };

/** Host and title of one source, where they differ from the rest; "" follows the rest. */
export interface Difference {
  host: string;
  title: string;
  /** Labels of single runs of the source, key=value each, by run. */
  runLabels: readonly (readonly string[])[];
  /** Facts of its text that are accepted. */
  accepted: AcceptedFacts;
}

export const NO_DIFFERENCE: Difference = { host: "", title: "", runLabels: [], accepted: null };

/** The sentences that keep the form from being sent, by field. */
export interface AboutProblems {
  host?: string;
  measuredAt?: string;
  labels?: string;
  tags?: string;
}

/** `needsHost`: some source to be saved names no host of its own. */
export function problemsOf(about: About, needsHost: boolean, now: Date): AboutProblems {
  const problems: AboutProblems = {};
  if (needsHost && about.host.trim() === "") problems.host = t`Name the host that was measured`;
  if (about.measuredAt !== null && about.measuredAt !== "") {
    const at = new Date(about.measuredAt);
    if (Number.isNaN(at.getTime())) problems.measuredAt = t`Enter a complete date and time`;
    else if (at > now) problems.measuredAt = t`This time is in the future`;
    else if (at.getUTCFullYear() < LIMITS.earliestYear) problems.measuredAt = t`Date is before fio existed`;
  }
  const labels = labelsProblem(about.labels);
  if (labels !== null) problems.labels = labels;
  const tooLong = about.tags.find((tag) => tag.length > LIMITS.maxTagCharacters);
  if (tooLong !== undefined)
    problems.tags = t`"${{ tooLong: tooLong.slice(0, 40) }}…" is longer than ${{ maxTagCharacters: LIMITS.maxTagCharacters }} characters`;
  return problems;
}

/** The sentence that says which of some labels is none; null when all are. */
export function labelsProblem(labels: readonly string[]): string | null {
  const { problem } = parseLabels(labels.join("\n"));
  if (problem !== null) return problem;
  const long = labels.find(
    (label) => label.slice(label.indexOf("=") + 1).trim().length > LIMITS.maxLabelCharacters,
  );
  return long === undefined
    ? null
    : t`"${{ long: long.slice(0, 40) }}…" is longer than ${{ maxLabelCharacters: LIMITS.maxLabelCharacters }} characters`;
}

/** Parameters of POST /import for one source. What is not stated is left out: the service then believes the output. */
export function toImportQuery(about: About, difference: Difference): SearchRecord {
  const host = difference.host.trim() || about.host.trim();
  const title = difference.title.trim() || about.title.trim();
  const labels = parseLabels(about.labels.join("\n")).labels ?? {};
  const ofRuns = difference.runLabels.flatMap((given, index) =>
    Object.entries(parseLabels(given.join("\n")).labels ?? {}).map(([key, value]) => [
      `run.${index + 1}.label.${key}`,
      value,
    ]),
  );
  return {
    host,
    ...(title === "" ? {} : { title }),
    ...(about.measuredAt === null || about.measuredAt === ""
      ? {}
      : { started_at: new Date(about.measuredAt).toISOString() }),
    ...(about.tags.length === 0 ? {} : { tag: about.tags }),
    ...Object.fromEntries(Object.entries(labels).map(([key, value]) => [`label.${key}`, value])),
    ...Object.fromEntries(ofRuns),
  };
}

/** When the outputs say that they were measured. */
export type StatedTimes =
  | { kind: "none" }
  | { kind: "one"; iso: string }
  /** Several, or only for some runs: no single time is true for all. */
  | { kind: "several"; known: number; runs: number };

export function statedTimes(previews: readonly ImportPreview[]): StatedTimes {
  const times = previews.flatMap((preview) => preview.runs.map((run) => run.started_at));
  const known = times.filter((time) => time !== null);
  const [first] = known;
  if (first === undefined) return { kind: "none" };
  const isSame = known.length === times.length && known.every((time) => time === first);
  return isSame ? { kind: "one", iso: first } : { kind: "several", known: known.length, runs: times.length };
}
