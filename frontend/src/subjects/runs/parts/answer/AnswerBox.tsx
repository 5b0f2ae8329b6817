import { t } from "@lingui/core/macro";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { ComponentType, ReactNode } from "react";
import styles from "@/subjects/runs/parts/answer/Answer.module.css";
import { Card } from "@/ui/Card";
import { Sentence } from "@/ui/Sentence";

export interface AnswerFigure {
  name: string;
  value: ReactNode;
  /** Where it was read, or which point it is. */
  detail?: ReactNode;
}

interface AnswerBoxProps {
  /** What is answered, where a page has several. */
  of?: string | undefined;
  /** The kind of answer in a word, with its icon; the tone only repeats them. */
  word: string;
  icon: ComponentType<{ size: number }>;
  tone: string | undefined;
  /** How sure it is and why, in words. */
  sure?: ReactNode;
  sentence: string;
  text: readonly string[];
  /** What limits it, in one line. */
  caveat?: string | null;
  /** The same of several things, a line each; without a name where the line says of what it is. */
  lines?: readonly { name?: string; text: string }[];
  /** What stands above what to do next. */
  nextTitle?: string;
  /** What to do next; null when no test is needed. */
  next?: ReactNode;
  figures: readonly AnswerFigure[];
}

/** The one sentence of a page, how sure it is, what it rests on, and what to do next. */
export function AnswerBox(props: AnswerBoxProps) {
  const { of, word, icon: Icon, tone, sure = null, sentence, text, lines = [], figures } = props;
  const { nextTitle, next = null, caveat = null } = props;
  return (
    <section aria-label={of === undefined ? t`Answer` : t`Answer: ${of}`}>
      <Card>
        <div className={styles.answer}>
          <span className={`${styles.tile} ${tone}`} aria-hidden="true">
            <Icon size={20} />
          </span>
          <div className={styles.said}>
            <p className={styles.kind}>
              <b>{word}</b>
              {sure !== null && sure !== "" && <> · {sure}</>}
            </p>
            <h2 className={styles.sentence}>
              <Sentence>{sentence}</Sentence>
            </h2>
            {lines.length > 0 && (
              <ul className={styles.lines}>
                {lines.map((line) => (
                  <li key={line.name ?? line.text}>
                    {line.name !== undefined && <b className="ink strong">{line.name} </b>}
                    <Sentence>{line.text}</Sentence>
                  </li>
                ))}
              </ul>
            )}
            {text.length > 0 && (
              <p className={styles.text}>
                <Sentence>{text.join(" ")}</Sentence>
              </p>
            )}
            {caveat !== null && (
              <p className={styles.caveat}>
                <IconAlertTriangle size={14} aria-hidden="true" /> <Sentence>{caveat}</Sentence>
              </p>
            )}
          </div>
          {next !== null && (
            <div className={styles.next}>
              {nextTitle !== undefined && <h3 className="hint">{nextTitle}</h3>}
              {next}
            </div>
          )}
          {figures.length > 0 && (
            <dl className={styles.evidence}>
              {figures.map(({ name, value, detail }) => (
                <div className="shrinks" key={name}>
                  <dt className="hint">{name}</dt>
                  <dd>{value}</dd>
                  {detail !== undefined && <dd className={styles.source}>{detail}</dd>}
                </div>
              ))}
            </dl>
          )}
        </div>
      </Card>
    </section>
  );
}

/** The thing to do, and why. */
export function NextStep({ title, text }: { title: string; text: string }) {
  return (
    <>
      <p className={styles.step}>{title}</p>
      {text !== "" && <p>{text}</p>}
    </>
  );
}
