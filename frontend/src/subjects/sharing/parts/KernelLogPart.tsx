import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import type { KernelLog, LogLine } from "@/api/types";
import { formatUtc } from "@/lib/time";
import styles from "@/subjects/sharing/parts/SupportPages.module.css";
import { byTime, coverInWords, isFault, logInWords } from "@/subjects/sharing/parts/support-words";
import { CommandLine } from "@/ui/CommandLine";
import { Missing } from "@/ui/Missing";

/** The kernel's log about storage: how much there is and of what, the lines themselves folded. */
export function KernelLogPart({ log }: { log: KernelLog }) {
  if (log.status !== "ok") {
    return (
      <div className={styles.part}>
        <p className="strong">
          <Trans>The kernel's log could not be read.</Trans>
        </p>
        {log.detail !== null && <p className={styles.note}>{log.detail}</p>}
        {log.command !== null && (
          <div className="above-6" style={{ maxWidth: 620 }}>
            <CommandLine text={log.command} name={t`the command to read it`} />
          </div>
        )}
      </div>
    );
  }
  const { during, others } = byTime(log.lines);
  const cover = coverInWords(log);
  return (
    <div className={styles.part}>
      <p className="strong">{logInWords(log)}</p>
      {cover !== null && <p className={styles.note}>{cover}</p>}
      {log.lines_left_out > 0 && (
        <p className={styles.note}>
          <Trans>
            <Plural
              value={{ linesLeftOut: log.lines_left_out }}
              one="# older line was"
              other="# older lines were"
            />{" "}
            beyond the agent's limit.
          </Trans>
        </p>
      )}
      {log.lines_hidden > 0 && (
        <p className={styles.note}>
          <Trans>
            <Plural value={{ lines_hidden: log.lines_hidden }} one="# line" other="# lines" /> left out of
            this share.
          </Trans>
        </p>
      )}
      <Lines name={t`during the run`} lines={during} />
      <Lines name={during.length > 0 ? t`before or after it` : t`in all`} lines={others} />
    </div>
  );
}

/** A long log is drawn when it is asked for. */
function Lines({ name, lines }: { name: string; lines: readonly LogLine[] }) {
  const [isOpen, setOpen] = useState(false);
  if (lines.length === 0) return null;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="accent" style={{ padding: "6px 0" }}>
        {plural({ lines: lines.length }, { one: "# line", other: "# lines" })} {name}
      </summary>
      {isOpen && (
        <ol className="list">
          {lines.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a log says the same line twice, and never changes
            <li key={i} className={styles.line}>
              {line.at === null ? (
                <Missing reason={t`no kernel timestamp`} />
              ) : (
                <time dateTime={line.at}>{formatUtc(line.at)}</time>
              )}
              <span className={`${styles.text} ${isFault(line) ? "strong" : ""}`}>{line.text}</span>
            </li>
          ))}
        </ol>
      )}
    </details>
  );
}
