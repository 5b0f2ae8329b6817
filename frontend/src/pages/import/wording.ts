/** Words for what the service found: kinds of output, remarks, where an option comes from. */
import type { ImportPreview, PreviewRun, Problem } from "@/api/types";
import { countOf } from "@/lib/format";
import { remarkInWords } from "@/lib/remark-name";
import { formatCount } from "@/lib/units";
import type { Severity } from "@/ui/Finding";

const KIND: Readonly<Record<string, string>> = {
  fio_json: "fio JSON",
  fio_json_plus: "fio JSON with latency bins (json+)",
  fio_text: "fio's normal text",
  fio_terse: "fio terse lines",
  fio_log: "fio log",
  nvmecontrol: "nvmecontrol perftest",
  yabs: "YABS",
  hdparm: "hdparm timings",
  kubestr: "kubestr fio",
  disk_mark: "CrystalDiskMark or KDiskMark",
  iostat: "iostat -x",
  sysbench: "sysbench fileio",
  vdbench: "vdbench summary",
  phoronix: "Phoronix Test Suite",
  fiosynth: "FioSynth CSV",
  measurement: "named measurements",
  claims: "hand-made table, no result",
  table: "hand-made table, each row a typed run",
};

/** What a text was taken for; a kind newer than this page in the service's own word. */
export function kindInWords(kind: string): string {
  return KIND[kind] ?? kind.replaceAll("_", " ");
}

/** "fio's normal text · 4 runs · 8 lines belong to no result". */
export function previewInWords(preview: ImportPreview): string {
  const skipped = preview.messages.length;
  return [
    kindInWords(preview.kind),
    countOf(preview.runs.length, "run"),
    ...(skipped === 0
      ? []
      : [`${countOf(skipped, "line")} ${skipped === 1 ? "belongs" : "belong"} to no result`]),
  ].join(" · ");
}

const FAILURES = new Set(["JobError"]);

export function remark({ where, error, detail, remark_class }: Problem): {
  severity: Severity;
  what: string;
  why: string;
  where: string | undefined;
} {
  const severity = FAILURES.has(error) ? "bad" : remark_class === "note" ? "info" : "warn";
  return { severity, what: `${remarkInWords(error)}.`, why: detail, where: where || undefined };
}

/** "lines 14–44", "line 1"; null when the output has no place. */
export function placeInWords({ first_line: first, last_line: last }: PreviewRun): string | null {
  if (first === null || last === null) return null;
  return first === last ? `line ${formatCount(first)}` : `lines ${formatCount(first)}–${formatCount(last)}`;
}

/** Where a setting of a result comes from; `isTyped` false marks what nobody wrote as an option. */
export function originOf(
  option: string,
  options: Readonly<Record<string, string>>,
): { isTyped: boolean; words: string } {
  const value = options[option];
  if (value !== undefined) return { isTyped: true, words: value === "" ? option : `${option}=${value}` };
  return {
    isTyped: false,
    words: `${option} is not among the options: as fio printed it, fio's default, or measured`,
  };
}
