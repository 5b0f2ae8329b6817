import type { ComparedPart } from "@/api/types";
import { countOf } from "@/lib/format";
import styles from "@/pages/compare/ComparePage.module.css";
import { CommandLine } from "@/ui/CommandLine";

/** More commands than these would push the figures off the first screen. */
const MAX_OPEN = 4;

/** The runs that are missing for a claim, each as a command to copy. */
export function MissingRuns({ part: { missing_runs } }: { part: ComparedPart }) {
  if (missing_runs === null || missing_runs.items.length === 0) return null;
  const { items, left_out } = missing_runs;
  const list = (
    <>
      <ol>
        {items.map(({ side, key, text, fio_command, fio_command_reason }) => (
          <li key={`${side} ${key}`}>
            <p>{text}</p>
            {fio_command === null ? (
              <p className={styles.hint}>No command: {fio_command_reason}</p>
            ) : (
              <CommandLine text={fio_command} name="fio command" isShort />
            )}
          </li>
        ))}
      </ol>
      {left_out > 0 && <p className={styles.hint}>And {countOf(left_out, "more side")} of workloads.</p>}
    </>
  );
  return (
    <section aria-label="Runs needed for significance" className={styles.separating}>
      {items.length > MAX_OPEN ? (
        <details>
          <summary>
            Runs needed for significance: {countOf(items.length + left_out, "side")} of workloads
          </summary>
          {list}
        </details>
      ) : (
        <>
          <h3>Runs needed for significance</h3>
          {list}
        </>
      )}
    </section>
  );
}
