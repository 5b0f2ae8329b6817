import type { ReactNode } from "react";
import type { RunAnswer } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/sections/answer/Answer.module.css";
import { VERDICT_KINDS } from "@/sections/answer/verdict-kinds";
import { Card } from "@/ui/Card";

type Verdict = RunAnswer["verdict"];

/** The one sentence of a run, how sure it is, what it rests on, and what to do next. */
export function Answer({
  verdict,
  of,
  units,
  trial,
}: {
  verdict: Verdict;
  of?: string;
  /** How a reader wants bandwidths in the evidence; the sentence is the service's own. */
  units?: BandwidthUnits;
  /** What tries the first experiment; not shown where it would overwrite data. */
  trial?: ReactNode;
}) {
  const { word, icon: Icon, tone } = VERDICT_KINDS[verdict.kind];
  const [first, ...further] = verdict.experiments;
  return (
    <section aria-label={of === undefined ? "Answer" : `Answer: ${of}`}>
      <Card>
        <div className={styles.answer}>
          <span className={`${styles.tile} ${tone}`} aria-hidden="true">
            <Icon size={20} />
          </span>
          <div className={styles.said}>
            <p className={styles.kind}>
              <b>{word}</b>
              {verdict.id !== null && ` · ${verdict.confidence}`}
            </p>
            <h2 className={styles.sentence}>{verdict.sentence}</h2>
            {verdict.text.length > 0 && <p className={styles.text}>{verdict.text.join(" ")}</p>}
          </div>
          {first !== undefined && (
            <div className={styles.next}>
              <h3>What next</h3>
              <Experiment of={first} />
              {!first.is_destructive && trial}
              {further.length > 0 && (
                <details>
                  <summary>{further.length} more tests</summary>
                  {further.map((trial) => (
                    <Experiment key={trial.title} of={trial} />
                  ))}
                </details>
              )}
            </div>
          )}
        </div>
        {verdict.evidence.length > 0 && (
          <dl className={styles.evidence}>
            {verdict.evidence.map(({ name, value, unit, source }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{formatFact(value, unit, name, units)}</dd>
                <dd className={styles.source}>{source}</dd>
              </div>
            ))}
          </dl>
        )}
      </Card>
    </section>
  );
}

function Experiment({ of: trial }: { of: Verdict["experiments"][number] }) {
  return (
    <div className={styles.trial}>
      <p>
        {trial.title}
        {trial.options.length > 0 && (
          <>
            {": "}
            <code>{trial.options.map((option) => `--${option}`).join(" ")}</code>
          </>
        )}
      </p>
      <p className={styles.if}>
        {trial.if_true} {trial.if_false}
      </p>
      {trial.is_destructive && <p className={styles.if}>It overwrites data.</p>}
    </div>
  );
}
