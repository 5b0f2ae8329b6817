import type { ComponentType, ReactNode } from "react";
import styles from "@/sections/answer/AnswerFrame.module.css";
import { Card } from "@/ui/Card";

export type AnswerTone = "plain" | "better" | "worse" | "doubted";

interface AnswerFrameProps {
  /** What sort of answer it is, in a word, and how sure it is. */
  kind: string;
  sure?: ReactNode;
  icon: ComponentType<{ size: number }>;
  tone?: AnswerTone;
  sentence: string;
  text: readonly string[];
  nextTitle: string;
  next: ReactNode;
  /** At most four. */
  evidence: readonly { name: string; value: ReactNode }[];
}

/** The first thing of a page: one sentence, how sure it is, what it rests on, and what to do next. */
export function AnswerFrame(props: AnswerFrameProps) {
  const { kind, sure, icon: Icon, tone = "plain", sentence, text, nextTitle, next, evidence } = props;
  return (
    <section aria-label="Answer">
      <Card>
        <div className={styles.answer}>
          <span className={`${styles.tile} ${styles[tone] ?? ""}`} aria-hidden="true">
            <Icon size={20} />
          </span>
          <div className={styles.said}>
            <p className={styles.kind}>
              <b>{kind}</b>
              {sure !== undefined && sure !== "" && <> · {sure}</>}
            </p>
            <h2 className={styles.sentence}>{sentence}</h2>
            {text.length > 0 && <p className={styles.text}>{text.join(" ")}</p>}
          </div>
          <div className={styles.next}>
            <h3>{nextTitle}</h3>
            {next}
          </div>
        </div>
        <dl className={styles.evidence}>
          {evidence.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
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
