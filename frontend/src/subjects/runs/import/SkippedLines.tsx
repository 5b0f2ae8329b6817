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
      <summary className="warn small strong" style={{ width: "max-content" }}>
        <Trans>
          <Plural value={{ lines: lines.length }} one="# line" other="# lines" /> not used
        </Trans>
      </summary>
      <ul>
        {lines.map(({ line, text }) => (
          <li className="line gap-12" key={line}>
            <button
              className="bare text-button rigid figures right"
              style={{ minWidth: 48 }}
              type="button"
              onClick={() => onShow(line)}
              aria-label={t`Show line ${line}`}
            >
              {formatCount(line)}
            </button>
            <code>{text}</code>
          </li>
        ))}
      </ul>
    </details>
  );
}
