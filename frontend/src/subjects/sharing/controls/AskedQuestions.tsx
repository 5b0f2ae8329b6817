import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { SupportQuestion } from "@/api/types";
import { type Draft, toggled } from "@/subjects/sharing/controls/draft";
import styles from "@/subjects/sharing/controls/ShareDialog.module.css";

interface AskedQuestionsProps {
  questions: readonly SupportQuestion[];
  draft: Draft;
  onChange: (changed: Partial<Draft>) => void;
}

/** Which of the questions this recipient asked: they stand first, and the page says so. None draws nothing. */
export function AskedQuestions({ questions, draft, onChange }: AskedQuestionsProps) {
  if (questions.length === 0) return null;
  const chosen = draft.questions.length;
  return (
    <details className="stack gap-14">
      <summary>
        {chosen === 0
          ? t`Highlight the vendor's questions`
          : t`${chosen} of ${{ questions: questions.length }} questions highlighted`}
      </summary>
      <fieldset className={styles.group}>
        <legend>
          <Trans>Highlight</Trans>
        </legend>
        {questions.map(({ key, title }) => (
          <label key={key} className={styles.choice}>
            <input
              type="checkbox"
              aria-label={t`First: ${title}`}
              checked={draft.questions.includes(key)}
              onChange={() => onChange({ questions: toggled(draft.questions, key) })}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}
