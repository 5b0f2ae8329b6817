/** Labels as lines of text, for editing: `key=value`. */
import { t } from "@lingui/core/macro";
import { LABEL_KEY_PATTERN } from "@/api/vocabulary.gen";
import { formatBandwidth, formatIops } from "@/lib/units";

const KEY = new RegExp(LABEL_KEY_PATTERN);

export function formatLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join("\n");
}

/** What a chip says of a label: a rating that a person stated as a figure, any other as it was typed. */
export function labelInWords(key: string, value: string): string {
  const figure = Number(value);
  const isFigure = value !== "" && Number.isFinite(figure);
  if (isFigure && key === "rated_bw_bytes_per_s") return t`rated ${{ figure: formatBandwidth(figure) }}`;
  if (isFigure && key === "rated_iops") return t`rated ${{ figure: `${formatIops(figure)} IOPS` }}`;
  return `${key}=${value}`;
}

/** The labels, or the sentence that says which line is none. */
export function parseLabels(
  text: string,
): { labels: Record<string, string>; problem: null } | { labels: null; problem: string } {
  const labels = new Map<string, string>();
  for (const line of text.split("\n").map((raw) => raw.trim())) {
    if (line === "") continue;
    const split = line.indexOf("=");
    const key = line.slice(0, split).trim();
    // Told before the round trip.
    if (split < 1 || !KEY.test(key)) {
      return { labels: null, problem: t`"${line}" is not key=value with a key of a-z 0-9 _ . -` };
    }
    if (labels.has(key)) return { labels: null, problem: t`${key} is given twice` };
    labels.set(key, line.slice(split + 1).trim());
  }
  return { labels: Object.fromEntries(labels), problem: null };
}
