import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import type { SkippedLine } from "@/api/types";
import { formatCount } from "@/lib/units";
import styles from "@/subjects/runs/import/SourceCard.module.css";

interface SkippedLinesProps {
  lines: readonly SkippedLine[];
  onShow: (line: number) => void;
}

/** What no result was made of, line by line: nothing is dropped unseen. */
export function SkippedLines({ lines, onShow }: SkippedLinesProps) {
  if (lines.length === 0) return null;
  return (
    <details className={styles.skipped}>
      <summary>
        <Trans>
          <Plural value={{ lines: lines.length }} one="# line" other="# lines" /> not used
        </Trans>
      </summary>
      <ul>
        {lines.map(({ line, text }) => (
          <li key={line}>
            <button type="button" onClick={() => onShow(line)} aria-label={t`Show line ${line}`}>
              {formatCount(line)}
            </button>
            <code>{text}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
