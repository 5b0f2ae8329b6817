import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import type { ComparedPart } from "@/api/types";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import { CommandLine } from "@/ui/CommandLine";

/** More commands than these would push the figures off the first screen; beside an answer, more than one. */
const MAX_OPEN = 4;

/** Whether the answer itself asks for these runs: they are named there, and nowhere else. */
export function isAnswerOfMissingRuns({ answer, missing_runs }: ComparedPart): boolean {
  return answer?.kind === "no_interval" && missing_runs !== null && missing_runs.items.length > 0;
}

interface MissingRunsProps {
  part: ComparedPart;
  /** Below a heading of its own. */
  isTitled?: boolean;
}

/** The runs that are missing for a claim, each as a command to copy. */
export function MissingRuns({ part: { missing_runs }, isTitled = true }: MissingRunsProps) {
  if (missing_runs === null || missing_runs.items.length === 0) return null;
  const { items, left_out } = missing_runs;
  const list = (
    <>
      <ol>
        {items.map(({ side, key, text, fio_command, fio_command_reason }) => (
          <li key={`${side} ${key}`}>
            <p>{text}</p>
            {fio_command === null ? (
              <p className={styles.hint}>
                <Trans>No command: </Trans>
                {fio_command_reason}
              </p>
            ) : (
              <CommandLine text={fio_command} name={t`fio command`} isShort />
            )}
          </li>
        ))}
      </ol>
      {left_out > 0 && (
        <p className={styles.hint}>
          <Trans>
            And <Plural value={left_out} one="# more side" other="# more sides" /> of workloads.
          </Trans>
        </p>
      )}
    </>
  );
  return (
    <section aria-label={t`Runs needed for significance`} className={styles.separating}>
      {items.length > (isTitled ? MAX_OPEN : 1) ? (
        <details>
          <summary>
            {isTitled ? (
              <Trans>
                Runs needed for significance:{" "}
                <Plural value={{ count: items.length + left_out }} one="# side" other="# sides" /> of
                workloads
              </Trans>
            ) : (
              <Plural value={items.length} one="# command" other="# commands" />
            )}
          </summary>
          {list}
        </details>
      ) : (
        <>
          {isTitled && (
            <h3 className="hint">
              <Trans>Runs needed for significance</Trans>
            </h3>
          )}
          {list}
        </>
      )}
    </section>
  );
}
