import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { SupportQuestion } from "@/api/types";
import styles from "@/subjects/sharing/parts/Questionnaire.module.css";
import { answeredInWords, answerInWords, inOrder } from "@/subjects/sharing/parts/questionnaire-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";

/** What a storage vendor's support asks first, each with the fact and where it was read: what every vendor asks and what
 * speaks against the machine at once, the rest folded. */
export function Questionnaire({
  questions,
  asked = [],
}: {
  questions: readonly SupportQuestion[];
  /** Keys of what its recipient asked, as the sender chose. */
  asked?: readonly string[] | undefined;
}) {
  const { first, answered, unknown } = inOrder(questions, asked);
  return (
    <Card
      title={asked.length > 0 ? t`What you asked` : t`Vendor support checklist`}
      subtitle={answeredInWords(questions)}
      isFlush
    >
      <Questions questions={first} />
      <Fold name={t`more answered`} questions={answered} />
      <Fold name={t`unknown or only partly answered`} questions={unknown} />
    </Card>
  );
}

/** What waits until it is asked for says how many it is, and of what. */
function Fold({ name, questions }: { name: string; questions: readonly SupportQuestion[] }) {
  if (questions.length === 0) return null;
  return (
    <details className={styles.fold}>
      <summary>
        <b>
          {questions.length} {name}
        </b>{" "}
        <span className={styles.titles}>{questions.map(({ title }) => title).join(" ")}</span>
      </summary>
      <Questions questions={questions} />
    </details>
  );
}

/** The list alone, for a card that is around it already. */
export function Questions({ questions }: { questions: readonly SupportQuestion[] }) {
  return (
    <ul className={styles.list}>
      {questions.map((question) => (
        <Question key={question.key} question={question} />
      ))}
    </ul>
  );
}

function Question({ question }: { question: SupportQuestion }) {
  const { title, answer, value, text, source, evidence, command } = question;
  const { word, tone } = answerInWords(question);
  return (
    <li className={styles.question} data-answer={answer}>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.chip}>{word !== null && <Badge tone={tone}>{word}</Badge>}</p>
      <div className={styles.fact}>
        {value !== null && <p className={styles.value}>{value}</p>}
        <p className={value !== null ? styles.text : command === null ? "" : styles.why}>{text}</p>
        {command !== null && (
          <div className={styles.command}>
            <CommandLine text={command} name={t`the command for “${title}”`} />
          </div>
        )}
        {evidence.length > 0 && (
          <details className={styles.evidence}>
            <summary className="inline-block accent small" style={{ padding: "3px 0" }}>
              <Trans>Evidence</Trans>
            </summary>
            <ul className="muted small figures" style={{ marginBottom: 4 }}>
              {evidence.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <p className={styles.source}>{source}</p>
    </li>
  );
}
