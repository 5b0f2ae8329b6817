import type { SupportQuestion } from "@/api/types";
import styles from "@/sections/Questionnaire.module.css";
import { answeredInWords, answerInWords } from "@/sections/questionnaire-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";

/** What a storage vendor's support asks first, each with the fact and where it was read. */
export function Questionnaire({ questions }: { questions: readonly SupportQuestion[] }) {
  return (
    <Card title="What support asks first" subtitle={answeredInWords(questions)} isFlush>
      <Questions questions={questions} />
    </Card>
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
      <p className={styles.chip}>
        <Badge tone={tone}>{word}</Badge>
      </p>
      <div className={styles.fact}>
        {value !== null && <p className={styles.value}>{value}</p>}
        <p className={value === null ? "" : styles.text}>{text}</p>
        {command !== null && (
          <div className={styles.command}>
            <CommandLine text={command} name={`the command for: ${title}`} />
          </div>
        )}
        {evidence.length > 0 && (
          <details className={styles.evidence}>
            <summary>Evidence</summary>
            <ul>
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
