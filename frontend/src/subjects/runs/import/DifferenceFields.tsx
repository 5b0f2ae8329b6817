import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import { LIMITS } from "@/api/vocabulary.gen";
import type { Difference } from "@/subjects/runs/import/about";
import styles from "@/subjects/runs/import/SourceCard.module.css";

interface DifferenceFieldsProps {
  /** The source that differs. */
  name: string;
  value: Difference;
  onChange: (difference: Difference) => void;
}

/** Host and title of one source, where they are not those of all. */
export function DifferenceFields({ name, value, onChange }: DifferenceFieldsProps) {
  return (
    <fieldset className={styles.difference}>
      <legend className="visually-hidden">
        <Trans>Only for {name}</Trans>
      </legend>
      <TextInput
        label={t`Host of this source`}
        placeholder={t`as for all`}
        maxLength={LIMITS.maxHostCharacters}
        value={value.host}
        onChange={(event) => onChange({ ...value, host: event.currentTarget.value })}
      />
      <TextInput
        label={t`Title of this source`}
        placeholder={t`as for all`}
        maxLength={LIMITS.maxTitleCharacters}
        value={value.title}
        onChange={(event) => onChange({ ...value, title: event.currentTarget.value })}
      />
    </fieldset>
  );
}
