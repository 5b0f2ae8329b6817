/** Words for what the service found: kinds of output, remarks, where an option comes from. */
import { plural, t } from "@lingui/core/macro";
import type { ImportPreview, PreviewRun, Problem } from "@/api/types";
import { formatCount } from "@/lib/units";
import { unusedLines } from "@/subjects/runs/import/facts";
import { remarkInWords } from "@/subjects/runs/remark-name";
import type { Severity } from "@/ui/Finding";

const KIND: Readonly<Record<string, string>> = {
  fio_json: "fio JSON",
  fio_json_plus: t`fio JSON with latency bins (json+)`,
  fio_text: t`fio normal output`,
  fio_terse: t`fio terse lines`,
  fio_log: t`fio log`,
  nvmecontrol: t`nvmecontrol perftest`,
  yabs: "YABS",
  hdparm: t`hdparm timings`,
  kubestr: t`kubestr fio`,
  disk_mark: t`CrystalDiskMark or KDiskMark`,
  iostat: t`iostat -x`,
  sysbench: t`sysbench fileio`,
  vdbench: t`vdbench summary`,
  phoronix: t`Phoronix Test Suite`,
  fiosynth: t`FioSynth CSV`,
  measurement: t`named measurements`,
  claims: t`hand-made table, no result`,
  table: t`hand-made table, each row a typed run`,
};

/** What a text was taken for; a kind newer than this page in the service's own word. */
export function kindInWords(kind: string): string {
  return KIND[kind] ?? kind.replaceAll("_", " ");
}

/** "fio normal output · 4 runs · 8 lines not used". */
export function previewInWords(preview: ImportPreview): string {
  const skipped = unusedLines(preview).length;
  return [
    kindInWords(preview.kind),
    plural({ runs: preview.runs.length }, { one: "# run", other: "# runs" }),
    ...(skipped === 0 ? [] : [t`${plural(skipped, { one: "# line", other: "# lines" })} not used`]),
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
  return first === last
    ? t`line ${{ first: formatCount(first) }}`
    : t`lines ${{ first: formatCount(first) }}–${{ last: formatCount(last) }}`;
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
    words: t`${option} inferred from fio's output, its default, or the result`,
  };
}
