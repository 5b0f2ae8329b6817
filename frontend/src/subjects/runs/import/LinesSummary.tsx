import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ImportPreview } from "@/api/types";
import { formatCount } from "@/lib/units";
import { apartFromFacts } from "@/subjects/runs/import/facts";

const MAX_NAMED = 6;
const KINDS = [
  ["used", t`parsed`],
  ["options", t`of a command line or job file`],
  ["titles", t`used as title`],
  ["claims", t`in hand-made tables`],
  ["facts", t`with facts`],
  ["not_understood", t`not understood`],
  ["prose", t`of other text`],
] as const;

/** What became of every line that holds text. */
export function LinesSummary({ preview }: { preview: ImportPreview }) {
  const prose = apartFromFacts(preview.lines.prose, preview.found);
  const lines = { ...preview.lines, prose: prose.rest, facts: prose.used };
  const shown = KINDS.filter(([kind]) => lines[kind].length > 0);
  if (shown.length === 0) return null;
  return (
    <p className="hint pad-8-16 ruled">
      <Trans>Lines:</Trans>{" "}
      {shown.map(([kind, words], i) => (
        <span key={kind}>
          {i > 0 && " · "}
          {formatCount(lines[kind].reduce((sum, [first, last]) => sum + last - first + 1, 0))} {words}{" "}
          <span className="figures">({rangesInWords(lines[kind])})</span>
        </span>
      ))}
    </p>
  );
}

/** "1–4, 9, 12–20 …". */
export function rangesInWords(ranges: readonly (readonly number[])[]): string {
  const shown = ranges
    .slice(0, MAX_NAMED)
    .map(([first = 0, last = 0]) =>
      first === last ? formatCount(first) : `${formatCount(first)}–${formatCount(last)}`,
    );
  return `${shown.join(", ")}${ranges.length > MAX_NAMED ? ", …" : ""}`;
}
